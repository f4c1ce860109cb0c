import * as m from '#i18n/generated/messages.js'
import { formatDate, formatHours, formatMoment, formatTime } from '#i18n/dates.ts'
import type { Locale } from '#i18n/locale.ts'
import { joinList } from '#i18n/join.ts'
import { say } from '#i18n/words.ts'
import type { Block, Said } from '#lib/pdf/paper.ts'
import { qrModules } from '#lib/qr.ts'
import { dayOf } from '#lib/zone.ts'
import type { ShownTicketItem } from '#modules/attendance/read-feed.ts'
import type { CentreFace } from '#modules/centre/rules.ts'
import { alike, type Speak } from './language-rules.ts'

export type TicketPaper = {
  orderNo: string
  name: string
  /** Those that were not cancelled. */
  items: readonly ShownTicketItem[]
  players: readonly string[]
  centre: CentreFace
}

/** A pass for each period, then who comes, how one gets there, and the rules of each facility. */
export function ticketBlocks({ orderNo, name, items, players, centre }: TicketPaper, speak: Speak): Block[] {
  return [
    ...items.map((item) => passOf(item, speak)),
    {
      kind: 'facts',
      facts: [
        { name: speak((locale) => m.paper_order_no({}, { locale })), value: alike(orderNo) },
        { name: speak((locale) => m.paper_buyer({}, { locale })), value: alike(name) },
        ...(players.length === 0
          ? []
          : [{ name: speak((locale) => m.players_title({}, { locale })), value: speak((locale) => joinList(players, locale)) }]),
      ],
    },
    ...section(
      speak((locale) => m.ticket_way_here({}, { locale })),
      [
        speak((locale) => say(centre.address, locale)),
        speak((locale) => say(centre.deskHours, locale)),
        speak((locale) => say(centre.parking, locale)),
      ],
    ),
    ...rulesOf(items, speak),
  ]
}

function passOf(item: ShownTicketItem, speak: Speak): Block {
  const { facility, court, start, end, code, typedCode } = item
  return {
    kind: 'pass',
    pass: {
      above: speak((locale) => formatDate(start, locale)),
      large: speak((locale) => formatHours(start, end, locale)),
      title: speak((locale) => say(court.name, locale)),
      lines: [
        speak((locale) => [say(facility.name, locale), say(facility.place, locale)].filter(Boolean).join(' · ')),
        ...doorOf(item, speak),
      ],
      colour: facility.colour,
      code:
        code === null || typedCode === null
          ? undefined
          : {
              modules: qrModules(code),
              alt: speak((locale) => m.ticket_code({ court: say(court.name, locale) }, { locale })),
              name: speak((locale) => m.ticket_typed({}, { locale })),
              letters: typedCode,
            },
    },
  }
}

/** From when one may come, and by when one has to; or that it is over. */
function doorOf({ code, checkedInAt, checkInFrom, comeBefore, start }: ShownTicketItem, speak: Speak): Said[] {
  if (checkedInAt) return [speak((locale) => m.ticket_checked_in({ when: formatMoment(checkedInAt, locale) }, { locale }))]
  if (code === null) return [speak((locale) => m.ticket_over({}, { locale }))]
  const opens = (locale: Locale) => (dayOf(checkInFrom) === dayOf(start) ? formatTime(checkInFrom) : formatMoment(checkInFrom, locale))
  return [
    speak((locale) => m.ticket_opens({ when: opens(locale) }, { locale })),
    speak((locale) => m.ticket_come_before({ time: formatTime(comeBefore) }, { locale })),
  ]
}

function rulesOf(items: readonly ShownTicketItem[], speak: Speak): Block[] {
  const facilities = [...new Map(items.map(({ facility }) => [facility.id, facility])).values()]
  return facilities.flatMap(({ name, rules }) => {
    const head = speak((locale) =>
      facilities.length > 1 ? `${m.ticket_rules({}, { locale })} · ${say(name, locale)}` : m.ticket_rules({}, { locale }),
    )
    return section(head, [speak((locale) => say(rules, locale).join('\n'))])
  })
}

/** Nothing where there is nothing to say. */
function section(head: Said, texts: readonly Said[]): Block[] {
  const said = texts.filter((one) => one.some((text) => text !== ''))
  return said.length === 0 ? [] : [{ kind: 'heading', text: head }, ...said.map((text): Block => ({ kind: 'text', text }))]
}
