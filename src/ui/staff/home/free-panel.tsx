import { m } from '#i18n/generated/messages.js'
import { formatTime } from '#i18n/dates.ts'
import { dayOf } from '#lib/zone.ts'
import type { FreeFacility } from '#modules/desk/today-wire.ts'
import { Panel } from '#ui/staff/kit/staff-page.tsx'
import { toLocation } from '#ui/kit/to-location.ts'
import { Link } from '@tanstack/react-router'
import style from './today.module.css'

/** What can be sold to somebody at the desk: courts that are free within two hours. A press opens the counter with the first of them. */
export function FreePanel({ free, now }: { free: readonly FreeFacility[]; now: Date }) {
  return (
    <Panel title={m.today_free()}>
      {free.length === 0 ? (
        <p className="soft">{m.today_free_none()}</p>
      ) : (
        <ul className={style.free}>
          {free.map(({ facility, slots }) => (
            <li key={facility.code}>
              <span className={style.facility}>{facility.name}</span>
              <span className="cluster">
                {slots.map((slot) => (
                  <FreeSlot key={slot.start} facility={facility} slot={slot} now={now} />
                ))}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

type SlotProps = { facility: FreeFacility['facility']; slot: FreeFacility['slots'][number]; now: Date }

function FreeSlot({ facility, slot: { start, courts }, now }: SlotProps) {
  const begin = new Date(start)
  const time = begin <= now ? m.today_free_now() : formatTime(begin)
  const counter = { facility: facility.code, court: courts[0]!.code, day: dayOf(begin), from: formatTime(begin) }
  const names = courts.map(({ name }) => name).join('、')
  return (
    <Link {...toLocation(`/staff/counter?${new URLSearchParams(counter)}`)} className={style.slot} title={names}>
      <b>{time}</b> <span>{m.today_free_courts({ count: courts.length })}</span>
      <span className="sr-only">{m.today_free_sell({ facility: facility.name, court: courts[0]!.name })}</span>
    </Link>
  )
}
