import fc from 'fast-check'
import { addDays, type Day } from '#lib/zone.ts'
import { commitmentTo } from '#modules/ballots/hashes.ts'
import { ballotProgram, manifestFormat, type Manifest, type ManifestWish } from '#modules/ballots/manifest-wire.ts'
import { quicknet } from '#modules/ballots/verify-ballot.mjs'

/** Published by drand's quicknet. */
export const knownRounds = [
  {
    round: 1000,
    randomness: 'fe290beca10872ef2fb164d2aa4442de4566183ec51c56ff3cd603d930e54fdd',
    signature: 'b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39',
  },
  {
    round: 657413,
    randomness: 'fc1873a13f3545aeade8401532ef5519920652eee6b0d2b19ca12643b87b3587',
    signature: 'b713718a38ae728dfd477991af2822e08d2f305e47718cef9f7848ce4050e7be41076862b98fad56e91a6b85b89cd97b',
  },
] as const

const secret = '5a'.repeat(32)
export const revealed = { source: 'commit-reveal', randomness: secret } as const
export const drandSource = { source: 'drand', ...quicknet, rounds: [1000, 657413] } satisfies Manifest['randomness']

const monday: Day = '2027-01-04'
const hall = { tw: '羽球館', en: 'Badminton hall' }
const court = (code: string, number: number, spaces: number[]) => ({
  code,
  name: { tw: `${code} 場`, en: `Court ${code}` },
  number,
  spaces,
})

/** A hall of three courts and, in a facility of its own, a large court on the floor of the first two. */
const facilities = [
  { code: 'BAD', name: hall, courts: [court('A1', 1, [11]), court('A2', 2, [12]), court('A3', 3, [13])], floor: 0, setAsides: [] },
  { code: 'BAS', name: { tw: '籃球場', en: 'Basketball' }, courts: [court('B1', 4, [11, 12])], floor: 0, setAsides: [] },
] satisfies Manifest['facilities']

const times = [18, 19, 20].flatMap((hour) => [60, 120].map((minutes) => ({ start: hour * 60, end: hour * 60 + minutes })))
const weeklyPeriods = [1, 2].flatMap((weekday) => times.map((time) => ({ weekday, ...time })))

const wish: fc.Arbitrary<ManifestWish> = fc
  .record({
    time: fc.constantFrom(...weeklyPeriods),
    where: fc.constantFrom(['BAD', null], ['BAD', null], ['BAD', 'A1'], ['BAD', 'A2'], ['BAS', 'B1'], ['BAS', null]),
    leastPercent: fc.constantFrom(1, 50, 75, 100),
  })
  .map(({ time, where: [facility, code], leastPercent }) => ({ ...time, facility: facility!, court: code ?? null, leastPercent }))

const entry = fc.record({
  tickets: fc.integer({ min: 1, max: 4 }),
  newcomer: fc.boolean(),
  group: fc.constantFrom(null, null, 'youth'),
  held: fc.constantFrom(0, 0, 0, 1),
  wishes: fc.array(wish, { maxLength: 8 }),
})

/** Rounds with few hours, so that clubs get into each other's way, and some dates that were taken before. */
export const anyManifest: fc.Arbitrary<Manifest> = fc
  .record({
    weeks: fc.integer({ min: 1, max: 4 }),
    cap: fc.integer({ min: 1, max: 3 }),
    percent: fc.constantFrom(0, 0, 20, 50),
    lost: fc.array(fc.nat({ max: 400 }), { maxLength: 40 }),
    entries: fc.array(entry, { maxLength: 12 }),
  })
  .map(({ weeks, cap, percent, lost, entries }) => {
    const setAsides = percent === 0 ? [] : [{ group: 'youth', name: { tw: '青少年', en: 'Youth' }, percent }]
    const places = facilities.map((facility) => ({ ...facility, setAsides, floor: facility.courts.length * weeks * 300 }))
    const periods = places.flatMap(({ courts }) =>
      courts.flatMap(({ code }) => weeklyPeriods.map((time) => ({ court: code, ...time, of: weeks, dates: datesOf(time.weekday, weeks) }))),
    )
    for (const n of lost) periods[n % periods.length]!.dates.splice(n % weeks, 1)
    const wanted = new Set(entries.flatMap(({ wishes }) => wishes.map(timeOf)))
    const asked = periods.filter((period) => wanted.has(timeOf(period)))
    return manifestOf({ weeks, cap, facilities: places, periods: asked, entries: entries.map((one, n) => ({ ...one, number: n + 1 })) })
  })

const timeOf = ({ weekday, start, end }: Pick<ManifestWish, 'weekday' | 'start' | 'end'>): string => `${weekday} ${start} ${end}`

const datesOf = (weekday: number, weeks: number): Day[] =>
  Array.from({ length: weeks }, (_, week) => addDays(monday, week * 7 + weekday - 1))

type Parts = Pick<Manifest, 'facilities' | 'periods' | 'entries'> & { weeks: number; cap: number }

function manifestOf({ weeks, cap, ...parts }: Parts): Manifest {
  return {
    format: manifestFormat,
    program: ballotProgram,
    round: { id: 1, name: { tw: '春季', en: 'Spring' } },
    season: { from: monday, to: addDays(monday, weeks * 7 - 1) },
    frozenAt: '2026-12-01T12:00:00+08:00',
    drawAt: '2026-12-02T12:00:00+08:00',
    randomness: { source: 'commit-reveal', commitment: commitmentTo(secret) },
    caps: { periodsPerWeek: cap, minutesPerPeriod: 120 },
    ...parts,
  }
}

/** A round of a size: `courts` courts, five evenings of three hours, a season of 26 weeks, and wishes that many share. */
export function largeManifest(entries: number, courts: number): Manifest {
  const weeks = 26
  const codes = Array.from({ length: courts }, (_, n) => `C${n + 1}`)
  const evenings = [1, 2, 3, 4, 5, 6, 7].flatMap((weekday) =>
    [1080, 1140, 1200, 1260].map((start) => ({ weekday, start, end: start + 60 })),
  )
  const facility = {
    code: 'BAD',
    name: hall,
    courts: codes.map((code, n) => court(code, n + 1, [n + 1])),
    floor: courts * weeks * evenings.length * 60,
    setAsides: [{ group: 'youth', name: { tw: '青少年', en: 'Youth' }, percent: 10 }],
  }
  const periods = codes.flatMap((code) =>
    evenings.map((time) => ({ court: code, ...time, of: weeks, dates: datesOf(time.weekday, weeks) })),
  )
  const wishesOf = (n: number): ManifestWish[] =>
    Array.from({ length: 8 }, (_, k) => ({
      ...evenings[(n * 7 + k * 11 + n * k) % evenings.length]!,
      facility: 'BAD',
      court: (n + k) % 3 === 0 ? codes[(n * 5 + k) % courts]! : null,
      leastPercent: 50 + ((n + k) % 6) * 10,
    }))
  return manifestOf({
    weeks,
    cap: 2,
    facilities: [facility],
    periods,
    entries: Array.from({ length: entries }, (_, n) => ({
      number: n + 1,
      tickets: 1 + (n % 4),
      newcomer: n % 5 === 0,
      group: n % 10 === 0 ? 'youth' : null,
      held: 0,
      wishes: wishesOf(n),
    })),
  })
}
