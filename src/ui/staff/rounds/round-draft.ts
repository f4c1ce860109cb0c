import { formatMoment } from '#i18n/dates.ts'
import { m } from '#i18n/generated/messages.js'
import { getLocale } from '#i18n/generated/runtime.js'
import { joinList } from '#i18n/join.ts'
import { addDays, dayOf, daysBetween, isoAt, type Day } from '#lib/zone.ts'
import type { NewRoundAnswer, StaffRound } from '#modules/preorders/season-wire.ts'
import { sayDate } from './rounds-words.ts'

/** A round as it is being typed: moments as the browser's fields have them, in Taipei's time; a number is null while its field is empty. */
export type RoundDraft = {
  nameTw: string
  nameEn: string
  seasonFrom: string
  seasonTo: string
  viewStart: string
  orderStart: string
  end: string
  mode: StaffRound['mode']
  newcomerPercent: number | null
  periodsPerWeek: number | null
  minutesPerPeriod: number | null
  payDays: number | null
  giveBackHours: number | null
  documentKinds: string[]
  facilities: { venue1stId: number; opens: string; closes: string }[]
}
export type DraftKey = keyof RoundDraft
export const draftKeys = [
  'nameTw',
  'nameEn',
  'seasonFrom',
  'seasonTo',
  'viewStart',
  'orderStart',
  'end',
  'mode',
  'newcomerPercent',
  'periodsPerWeek',
  'minutesPerPeriod',
  'payDays',
  'giveBackHours',
  'documentKinds',
  'facilities',
] as const satisfies readonly DraftKey[]

const toField = (moment: string): string => isoAt(new Date(moment)).slice(0, 16)
const fromField = (text: string): string => (text === '' ? '' : `${text}:00+08:00`)

export function draftOf(round: StaffRound): RoundDraft {
  const { viewStart, orderStart, end } = round
  const plain = Object.fromEntries(draftKeys.map((key) => [key, round[key]])) as unknown as RoundDraft
  return { ...plain, viewStart: toField(viewStart), orderStart: toField(orderStart), end: toField(end) }
}

export const emptyDraft = (
  usual: Pick<NewRoundAnswer, 'periodsPerWeek' | 'minutesPerPeriod' | 'payDays' | 'giveBackHours' | 'documents'>,
): RoundDraft => ({
  nameTw: '',
  nameEn: '',
  seasonFrom: '',
  seasonTo: '',
  viewStart: '',
  orderStart: '',
  end: '',
  mode: 'first-come',
  newcomerPercent: 0,
  periodsPerWeek: usual.periodsPerWeek,
  minutesPerPeriod: usual.minutesPerPeriod,
  payDays: usual.payDays,
  giveBackHours: usual.giveBackHours,
  documentKinds: usual.documents.filter(({ isAsked }) => isAsked).map(({ kind }) => kind),
  facilities: [],
})

/** The first of a month so many months later. */
function addMonths(first: Day, months: number): Day {
  const [year, month] = first.split('-').map(Number)
  const number = year! * 12 + month! - 1 + months
  return `${Math.floor(number / 12)}-${String((number % 12) + 1).padStart(2, '0')}-01`
}

/** The season after: of as many whole months, or begun so many whole weeks later that weekdays stay. */
function seasonAfter({ from, to }: { from: Day; to: Day }): { from: Day; to: Day } {
  const next = addDays(to, 1)
  if (from.endsWith('-01') && next.endsWith('-01')) {
    const [a, b] = [from, next].map((day) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)))
    return { from: next, to: addDays(addMonths(next, b! - a!), -1) }
  }
  const shift = Math.ceil((daysBetween(from, to) + 1) / 7) * 7
  return { from: addDays(from, shift), to: addDays(to, shift) }
}

/**
 * A new round like this one for the next season whose ordering opens in the future: the window keeps its distance to the season.
 * Years in its names follow; a name without one is left to be typed. Facilities and documents that are gone are left out.
 */
export function copyOf(round: StaffRound, usual: Pick<NewRoundAnswer, 'facilities' | 'documents'>, now: Date): RoundDraft {
  const draft = draftOf(round)
  const { seasonFrom, orderStart } = draft
  const orderDay = orderStart.slice(0, 10)
  let season = { from: seasonFrom, to: draft.seasonTo }
  do season = seasonAfter(season)
  while (addDays(orderDay, daysBetween(seasonFrom, season.from)) <= dayOf(now))
  const shift = daysBetween(seasonFrom, season.from)
  const moved = (field: string) => `${addDays(field.slice(0, 10), shift)}${field.slice(10)}`
  const [year, yearAfter] = [Number(seasonFrom.slice(0, 4)), Number(season.from.slice(0, 4))]
  const renamed = (name: string) => {
    // 2026, or 115 of the Republic.
    const next = name.replaceAll(/\d+/g, (number) =>
      [year, year - 1911].includes(Number(number)) ? String(Number(number) + yearAfter - year) : number,
    )
    return next === name ? '' : next
  }
  return {
    ...draft,
    nameTw: renamed(draft.nameTw),
    nameEn: renamed(draft.nameEn),
    seasonFrom: season.from,
    seasonTo: season.to,
    viewStart: moved(draft.viewStart),
    orderStart: moved(orderStart),
    end: moved(draft.end),
    documentKinds: draft.documentKinds.filter((kind) => usual.documents.some((one) => one.kind === kind && one.isAsked)),
    facilities: draft.facilities.filter(({ venue1stId }) => usual.facilities.some(({ id }) => id === venue1stId)),
  }
}

/** The body of the calls. A moment that was not touched keeps its seconds, which the browser's field does not show. */
export function bodyOf(draft: RoundDraft, base: StaffRound | undefined): object {
  const momentOf = (key: 'viewStart' | 'orderStart' | 'end') =>
    base && toField(base[key]) === draft[key] ? base[key] : fromField(draft[key])
  return { ...draft, viewStart: momentOf('viewStart'), orderStart: momentOf('orderStart'), end: momentOf('end') }
}

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)
export const changedKeys = (before: RoundDraft, after: RoundDraft): DraftKey[] =>
  draftKeys.filter((key) => !isSame(before[key], after[key]))

type Three = { base: RoundDraft; mine: RoundDraft; theirs: RoundDraft }

/** Fields that both have changed and that differ, and those that only the other has changed. */
export function compareRounds({ base, mine, theirs }: Three): { contested: DraftKey[]; taken: DraftKey[] } {
  const [own, other] = [changedKeys(base, mine), changedKeys(base, theirs)]
  return {
    contested: other.filter((key) => own.includes(key) && !isSame(mine[key], theirs[key])),
    taken: other.filter((key) => !own.includes(key)),
  }
}

/** The other's version with what was changed here; where both changed a field, as it was chosen. */
export function mergeRounds(three: Three, choices: Record<string, 'mine' | 'theirs'>): RoundDraft {
  const own = changedKeys(three.base, three.mine).filter((key) => choices[key] !== 'theirs')
  return { ...three.theirs, ...Object.fromEntries(own.map((key) => [key, three.mine[key]])) } as RoundDraft
}

export const fieldWords: Record<DraftKey, () => string> = {
  nameTw: m.rounds_field_name_tw,
  nameEn: m.rounds_field_name_en,
  seasonFrom: m.rounds_field_season_from,
  seasonTo: m.rounds_field_season_to,
  viewStart: m.rounds_field_view_start,
  orderStart: m.rounds_field_order_start,
  end: m.rounds_field_end,
  mode: m.rounds_mode_label,
  newcomerPercent: m.rounds_field_newcomers,
  periodsPerWeek: m.rounds_field_periods,
  minutesPerPeriod: m.rounds_field_minutes,
  payDays: m.rounds_field_pay_days,
  giveBackHours: m.rounds_field_give_back,
  documentKinds: m.rounds_setup_documents,
  facilities: m.rounds_setup_facilities,
}

export const modeWords: Record<RoundDraft['mode'], () => string> = {
  'first-come': m.rounds_mode_option_first_come,
  ballot: m.rounds_mode_option_ballot,
}

export type Names = { documents: Record<string, string>; facilities: Map<number, string> }

/** A field in words, for before and after. */
export function sayField(key: DraftKey, draft: RoundDraft, names: Names): string {
  const joined = (parts: string[]) => joinList(parts, getLocale())
  switch (key) {
    case 'documentKinds':
      return joined(draft.documentKinds.map((kind) => names.documents[kind] ?? kind))
    case 'facilities':
      return joined(
        draft.facilities.map(({ venue1stId, opens, closes }) => `${names.facilities.get(venue1stId) ?? venue1stId} ${opens}–${closes}`),
      )
    case 'mode':
      return modeWords[draft.mode]()
    case 'seasonFrom':
    case 'seasonTo':
      return draft[key] === '' ? '' : sayDate(draft[key])
    case 'viewStart':
    case 'orderStart':
    case 'end':
      return draft[key] === '' ? '' : formatMoment(new Date(fromField(draft[key])), getLocale())
    default:
      return String(draft[key] ?? '')
  }
}
