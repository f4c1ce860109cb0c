import { dataLocales } from '#i18n/languages.ts'
import { minuteFrom } from '#lib/zone.ts'
import { publicIdentity } from '#modules/accounts/rules.ts'
import { areUsualLevels } from '#modules/venues/price-rules.ts'
import { reportInto, reportTwice, type FileError, type Report } from './file-errors.ts'
import type { CourtFile, FacilityFile, PriceListFile, TimetableFile } from './file-wire.ts'

/** What a facility gets wrong in itself, and in the identities that its prices name. */
export function checkFacility(facility: FacilityFile, identities: ReadonlySet<string>): FileError[] {
  const errors: FileError[] = []
  const report = reportInto(errors, `facility:${facility.code}`)
  checkCourts(facility, report)
  reportTwice(
    facility.pictures ?? [],
    ({ file }) => file,
    (n) => report(`pictures.${n}.file`, 'picture_twice'),
  )
  reportTwice(
    facility.timetables,
    ({ from }) => from,
    (n, day) => report(`timetables.${n}.from`, 'from_twice', { day }),
  )
  facility.timetables.forEach((timetable, n) => checkTimetable(timetable, n, report))
  reportTwice(
    facility.priceLists,
    ({ from }) => from,
    (n, day) => report(`priceLists.${n}.from`, 'from_twice', { day }),
  )
  const courts = new Set(facility.courts.map(({ code }) => code))
  facility.priceLists.forEach((list, n) => {
    checkLevels(list, n, facility.timetables, report)
    checkPriceList(list, n, { courts, identities }, report)
  })
  if (!facility.retired) checkOffered(facility, report)
  return errors
}

/** What members can book has courts, hours and prices, and prices from the first day that has hours. */
function checkOffered({ courts, timetables, priceLists }: FacilityFile, report: Report): void {
  if (!courts.some(({ retired }) => !retired)) report('courts', 'courts_missing')
  if (timetables.length === 0) report('timetables', 'timetable_missing')
  if (priceLists.length === 0) report('priceLists', 'price_list_missing')
  const [firstHours, firstPrices] = [timetables, priceLists].map((lists) => lists.map(({ from }) => from).toSorted()[0])
  if (firstHours !== undefined && firstPrices !== undefined && firstPrices > firstHours)
    report('priceLists', 'prices_after_hours', { day: firstHours, from: firstPrices })
}

function checkCourts({ courts }: FacilityFile, report: Report): void {
  const offered = courts.map((court) => (court.retired ? undefined : court))
  for (const language of dataLocales)
    reportTwice(
      offered,
      (court) => court?.name[language].toLowerCase(),
      (n) => report(`courts.${n}.name.${language}`, 'court_name_twice', { name: courts[n]!.name[language] }),
    )
  const byCode = new Map(courts.map((court) => [court.code, court]))
  courts.forEach((court, n) => {
    const on = court.on ?? []
    reportTwice(
      on,
      (code) => code,
      (k, code) => report(`courts.${n}.on.${k}`, 'floor_twice', { code }),
    )
    on.forEach((code, k) => {
      const floor = byCode.get(code)
      if (!floor) report(`courts.${n}.on.${k}`, 'unknown_floor', { code })
      else if (floor.retired && !court.retired) report(`courts.${n}.on.${k}`, 'floor_retired', { code })
    })
    if (standsOnItself(court, byCode)) report(`courts.${n}.on`, 'floor_circle', { code: court.code })
  })
}

function standsOnItself({ code, on = [] }: CourtFile, byCode: ReadonlyMap<string, CourtFile>): boolean {
  const seen = new Set<string>()
  const waiting = [...on]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (next === code) return true
    if (seen.has(next)) continue
    seen.add(next)
    waiting.push(...(byCode.get(next)?.on ?? []))
  }
  return false
}

/** The courts without `on` that a court stands on in the end: its spaces. The file has no circles. */
export function floorsOf({ code, on }: CourtFile, byCode: ReadonlyMap<string, CourtFile>): string[] {
  if (!on) return [code]
  const floors = on.flatMap((name) => {
    const court = byCode.get(name)
    return court ? floorsOf(court, byCode) : [name]
  })
  return [...new Set(floors)].toSorted()
}

type Span = { start: number; end: number }
const overlap = (a: Span, b: Span): boolean => a.start < b.end && b.start < a.end

function checkTimetable({ slotMinutes, hours, sessions }: TimetableFile, n: number, report: Report): void {
  const open = hours.map(({ opens, closes }) => ({ start: minuteFrom(opens), end: minuteFrom(closes) }))
  open.forEach(({ start, end }, k) => {
    const at = `timetables.${n}.hours.${k}.closes`
    if (end <= start) report(at, 'closes_before_opening')
    else if (sessions.length === 0 && end - start < slotMinutes) report(at, 'slot_longer_than_day', { minutes: slotMinutes })
    const other = hours.findIndex((entry, j) => j < k && sameDays(entry, hours[k]!) && overlap(open[j]!, open[k]!))
    if (other >= 0) report(`timetables.${n}.hours.${k}`, 'hours_overlap', { other: other + 1 })
  })
  const spans = sessions.map((text) => ({ start: minuteFrom(text.slice(0, 5)), end: minuteFrom(text.slice(6)) }))
  spans.forEach((span, k) => {
    const at = `timetables.${n}.sessions.${k}`
    if (span.end <= span.start) report(at, 'closes_before_opening')
    else if (spans.some((other, j) => j < k && overlap(other, span))) report(at, 'sessions_overlap', { session: sessions[k]! })
    else if (hours.length > 0 && !open.some(({ start, end }) => start <= span.start && end >= span.end))
      report(at, 'session_outside_hours', { session: sessions[k]! })
  })
}

type Entry = TimetableFile['hours'][number]

/** Whether two entries can hold on the same day. An entry with a season replaces those without one. */
function sameDays(a: Entry, b: Entry): boolean {
  if (!a.days.some((day) => b.days.includes(day))) return false
  if (!a.season || !b.season) return !a.season && !b.season
  return seasonParts(a.season).some((one) => seasonParts(b.season!).some((other) => one.from <= other.to && other.from <= one.to))
}

/** A season that runs over the turn of the year is two. */
const seasonParts = ({ from, to }: { from: string; to: string }) =>
  from <= to
    ? [{ from, to }]
    : [
        { from, to: '12-31' },
        { from: '01-01', to },
      ]

type Known = { courts: ReadonlySet<string>; identities: ReadonlySet<string> }

type LevelHours = PriceListFile['levels'][number]['hours'][number]

/** Hours that are never open, and a level without any, are only refused beside own levels: older lists may have them. */
function checkLevels({ levels }: PriceListFile, n: number, timetables: TimetableFile[], report: Report): void {
  const isUsual = areUsualLevels(levels)
  for (const language of dataLocales)
    reportTwice(
      levels,
      ({ name }) => name[language].toLowerCase(),
      (k) => report(`priceLists.${n}.levels.${k}.name.${language}`, 'level_name_twice', { name: levels[k]!.name[language] }),
    )
  levels.forEach(({ hours }, k) => {
    const at = `priceLists.${n}.levels.${k}`
    if (k === 0 && hours.length > 0) report(`${at}.hours`, 'first_level_has_hours')
    if (k > 0 && hours.length === 0 && !isUsual) report(`${at}.hours`, 'level_without_hours')
    hours.forEach((entry, j) => {
      if (minuteFrom(entry.to) <= minuteFrom(entry.from)) report(`${at}.hours.${j}.to`, 'closes_before_opening')
      else if (!isUsual && !isEverOpen(entry, timetables)) report(`${at}.hours.${j}.from`, 'level_outside_hours')
    })
  })
}

/** Whether any of the days is open at any of these times. A holiday without hours of its own is open like its weekday. */
function isEverOpen({ days, from, to }: LevelHours, timetables: TimetableFile[]): boolean {
  const span = { start: minuteFrom(from), end: minuteFrom(to) }
  const all = timetables.flatMap(({ hours }) => hours)
  if (all.length === 0) return true
  return all.some(
    (open) =>
      (open.days.some((day) => days.includes(day)) || days.includes('holiday')) &&
      overlap({ start: minuteFrom(open.opens), end: minuteFrom(open.closes) }, span),
  )
}

function checkPriceList(list: PriceListFile, n: number, known: Known, report: Report): void {
  const { levels, lightFee, lightFrom, prices, courts = {} } = list
  if (lightFee > 0 && lightFrom === null) report(`priceLists.${n}.lightFrom`, 'light_from_missing')
  if (!Object.hasOwn(prices, publicIdentity)) report(`priceLists.${n}.prices`, 'public_price_missing', { code: publicIdentity })
  const checkIdentities = (byIdentity: PriceListFile['prices'], at: string) => {
    for (const [code, byLevel] of Object.entries(byIdentity)) {
      if (!known.identities.has(code)) report(`${at}.${code}`, 'unknown_identity', { code })
      if (byLevel.length !== levels.length) report(`${at}.${code}`, 'price_for_each_level', { count: levels.length })
    }
  }
  checkIdentities(prices, `priceLists.${n}.prices`)
  for (const [court, own] of Object.entries(courts)) {
    const at = `priceLists.${n}.courts.${court}`
    if (!known.courts.has(court)) report(at, 'unknown_court', { code: court })
    checkIdentities(own, at)
  }
}
