import { describe, expect, it } from 'vitest'
import type { ScheduleAnswer, ScheduleCourt, SchedulePeriod } from '#modules/availability/wire.ts'
import type { CartPiece } from '#ui/orders/cart-periods.ts'
import {
  anyCourt,
  columnsOf,
  nextChange,
  pickCourt,
  pressOf,
  statesIn,
  tellingPeriod,
  type GridCourt,
  type GridSchedule,
} from './grid-model.ts'
import { sayNotFree } from './grid-words.ts'
import { oneAtATime } from './one-at-a-time.ts'
import { reviewPieces } from './review-pieces.ts'
import { withWaits } from './waits.ts'

const at = (hour: number) => `2026-11-16T${String(hour).padStart(2, '0')}:00:00+08:00`
const states = { f: 'free', h: 'held', b: 'booked', m: 'mine', c: 'closed', p: 'past', n: 'not-yet' } as const
const period = (letter: string, hour: number, price = 500): SchedulePeriod => ({
  start: at(hour),
  end: at(hour + 1),
  state: states[letter as keyof typeof states],
  price,
})
const court = (id: number, letters: string, price = 500): ScheduleCourt => ({
  id,
  name: `羽球場 ${id}`,
  periods: [...letters].map((letter, n) => period(letter, 17 + n, price)),
})
const schedule = (...courts: ScheduleCourt[]): ScheduleAnswer => ({
  serverTime: '2026-11-16T18:20:00+08:00',
  openUntil: '2026-11-23',
  nextDayOpensAt: '2026-11-17T00:00:00+08:00',
  venue1stId: 1,
  venue1stName: '羽球館',
  courts,
})
const column = (index: number) => ({ index, start: 0, end: 60, label: '', long: false })
const sixTwenty = Date.parse('2026-11-16T18:20:00+08:00')

describe('the columns of a grid', () => {
  const shown = (...courts: ScheduleCourt[]) => columnsOf(schedule(...courts), sixTwenty).map(({ label }) => label)
  it('leave out what was over before one looked', () =>
    expect(shown(court(1, 'ppfff'), court(2, 'ppbff'))).toEqual(['19:00', '20:00', '21:00']))
  it('keep the hour that one is playing in', () =>
    expect(shown(court(1, 'pmfff'), court(2, 'ppbff'))).toEqual(['18:00', '19:00', '20:00', '21:00']))
  it('keep an hour that begins while one looks', () => {
    const later = { ...schedule(court(1, 'pppff')), serverTime: '2026-11-16T19:00:01+08:00' }
    expect(columnsOf(later, sixTwenty).map(({ label }) => label)).toEqual(['19:00', '20:00', '21:00'])
  })
  it('are none when the day is over', () => expect(shown(court(1, 'pp'))).toEqual([]))
  it('show both ends of a session, and midnight as the end of the day', () => {
    const evening = {
      id: 1,
      name: '',
      periods: [{ start: '2026-11-16T20:00:00+08:00', end: '2026-11-17T00:00:00+08:00', state: 'free' as const, price: 1 }],
    }
    expect(shown(evening)).toEqual(['20:00–24:00'])
  })
  it('say which states there are', () =>
    expect(statesIn(schedule(court(1, 'ppfhb')), columnsOf(schedule(court(1, 'ppfhb')), sixTwenty))).toEqual(['free', 'held', 'booked']))
  it('explain a hold before there is one', () =>
    expect(statesIn(schedule(court(1, 'ff')), columnsOf(schedule(court(1, 'ff')), sixTwenty))).toEqual(['free', 'held']))
})

describe('the next change that nobody makes', () => {
  it('is the hour that begins next', () => expect(nextChange(schedule(court(1, 'ppfff')))).toBe(Date.parse(at(19))))
  it('is a hold that runs out before', () => {
    const held = court(1, 'pphff')
    held.periods[2]!.heldUntil = '2026-11-16T18:30:00+08:00'
    expect(nextChange(schedule(held))).toBe(Date.parse('2026-11-16T18:30:00+08:00'))
  })
  it('is midnight, when a day opens', () => {
    const late = {
      ...schedule({ id: 1, name: '', periods: [{ ...period('n', 19), start: '2026-11-24T19:00:00+08:00' }] }),
      serverTime: '2026-11-16T23:59:59+08:00',
    }
    expect(nextChange(late)).toBe(Date.parse('2026-11-17T00:00:00+08:00'))
  })
  it('is none for a day that is over', () => expect(nextChange(schedule(court(1, 'pppp')))).toBeUndefined())
})

describe('any court', () => {
  it('is free when one is, for what the cheapest costs', () => {
    const any = anyCourt([court(1, 'b'), court(2, 'f', 900), court(3, 'f', 400)], column(0))
    expect(any).toMatchObject({ state: 'free', price: 400, varies: true })
    expect(any.free.map(({ id }) => id)).toEqual([2, 3])
  })
  it.each([
    [['b', 'h', 'm'], 'mine'],
    [['b', 'h', 'c'], 'held'],
    [['b', 'c', 'c'], 'booked'],
    [['c', 'c', 'c'], 'closed'],
    [['p', 'p', 'p'], 'past'],
    [['n', 'b', 'n'], 'booked'],
  ])('of %j is %s', (letters, state) =>
    expect(
      anyCourt(
        letters.map((letter, n) => court(n, letter)),
        column(0),
      ).state,
    ).toBe(state),
  )

  const nothing = () => false
  it('is the one that stays free the longest', () =>
    expect(pickCourt([court(1, 'fbff'), court(2, 'fffb'), court(3, 'ffbb')], column(0), nothing)?.id).toBe(2))
  it('is the cheapest before that', () => expect(pickCourt([court(1, 'ffff', 900), court(2, 'fbbb', 400)], column(0), nothing)?.id).toBe(2))
  it('is the one that was chosen for the hour beside it', () => {
    const chosen = (one: GridCourt, index: number) => one.id === 3 && index === 1
    expect(pickCourt([court(1, 'ffff'), court(3, 'ffbb')], column(0), chosen)?.id).toBe(3)
    expect(pickCourt([court(1, 'ffff'), court(3, 'ffbb')], column(2), chosen)?.id, 'but not when it is taken').toBe(1)
  })
})

describe('what was chosen, when the schedule changes', () => {
  const piece = (more: Partial<CartPiece> = {}): CartPiece => ({
    facilityId: 1,
    facility: '羽球館',
    courtId: 3,
    court: '羽球場 3',
    start: at(19),
    end: at(20),
    price: 500,
    ...more,
  })
  const review = (chosen: CartPiece, letters: string, price = 500) => {
    const { renewed, lost } = reviewPieces([chosen], schedule(court(3, letters, price)))
    return {
      stays: !renewed.has(chosen) || renewed.get(chosen) !== undefined,
      now: renewed.get(chosen),
      lost: lost.map(({ state }) => state),
    }
  }
  it('stays while it is free', () => expect(review(piece(), 'ppfff')).toEqual({ stays: true, now: undefined, lost: [] }))
  it.each(['h', 'b', 'c', 'p', 'm'])('leaves when it becomes %s', (letter) =>
    expect(review(piece(), `pp${letter}ff`)).toEqual({ stays: false, now: undefined, lost: [states[letter as 'h']] }),
  )
  it('leaves when one of its hours is taken', () => expect(review(piece({ end: at(21) }), 'ppfbf').stays).toBe(false))
  it('takes the price and the name of now', () => {
    expect(review(piece({ price: 1000, end: at(21) }), 'ppfff', 450).now).toMatchObject({ price: 900 })
    expect(review(piece({ court: 'Court 3' }), 'ppfff').now).toMatchObject({ court: '羽球場 3' })
  })
  it('of another facility or another day is not its business', () => {
    expect(review(piece({ facilityId: 2 }), 'ppbbb').stays).toBe(true)
    expect(review(piece({ start: '2026-11-17T19:00:00+08:00', end: '2026-11-17T20:00:00+08:00' }), 'ppbbb').stays).toBe(true)
  })
})

describe('looking again', () => {
  it('happens once more for everything that was said meanwhile, however it ends', async () => {
    let runs = 0
    const waiting: (() => void)[] = []
    const look = oneAtATime(async () => {
      runs++
      await new Promise<void>((resolve) => waiting.push(resolve))
      throw new Error('offline')
    })
    const finish = async () => {
      waiting.shift()?.()
      await new Promise((resolve) => setTimeout(resolve))
    }
    look()
    look()
    look()
    expect(runs).toBe(1)
    await finish()
    expect(runs).toBe(2)
    await finish()
    expect(runs).toBe(2)
    look()
    expect(runs).toBe(3)
  })
})

describe('what is waited for', () => {
  const wish = { status: 'open' as const, sport: 'badminton', venue1stId: 1, venue1stIds: [1], venue2ndId: null }
  const hour = { day: '2026-11-16' as const, from: '18:00', to: '19:00' }
  const shown = { ...schedule(court(1, 'bbf'), court(2, 'bfb')), venue1stId: 1 }
  const lettersOf = ({ courts }: GridSchedule) => courts.map(({ periods }) => periods.map(({ state }) => state).join(' '))

  it('is marked where it is taken, on every court that would do', () => {
    expect(lettersOf(withWaits(shown, [{ ...wish, ...hour }]))).toEqual(['booked waited free', 'booked free booked'])
    expect(lettersOf(withWaits(shown, [{ ...wish, ...hour, from: '17:00', venue2ndId: 2 }]))).toEqual([
      'booked booked free',
      'waited free booked',
    ])
  })

  it('leaves the courts as they are of which nothing is waited for', () => {
    const marked = withWaits(shown, [{ ...wish, ...hour }])
    expect([marked.courts[0] === shown.courts[0], marked.courts[1] === shown.courts[1]]).toEqual([false, true])
    expect(withWaits(shown, [{ ...wish, ...hour, status: 'withdrawn' }]).courts[0]).toBe(shown.courts[0])
  })
})

describe('a court on a day', () => {
  it('has its first free hour', () => expect(tellingPeriod(schedule(court(1, 'pbfcf')), 1)?.start).toBe(at(19)))
  it.each([
    ['full', 'pbmc', '已額滿'],
    ['full while the last hour is on hold', 'pphc', '已額滿'],
    ['closed', 'ccc', '不開放'],
    ['over', 'ppp', '已過'],
    ['not open yet', 'nnc', '尚未開放'],
    ['the member’s own', 'pmc', '我的預約'],
    ['closed where it has no hours', '', '不開放'],
  ])('is %s', (_, letters, word) => expect(sayNotFree(tellingPeriod(schedule(court(1, letters)), 1))).toBe(word))
})

it('a press chooses what is free and waits for what others have; on one’s own, and on what nobody can have, it does nothing', () => {
  expect(Object.values(states).map((state) => [state, pressOf(state)])).toEqual([
    ['free', 'choose'],
    ['held', 'wait'],
    ['booked', 'wait'],
    ['mine', undefined],
    ['closed', undefined],
    ['past', undefined],
    ['not-yet', undefined],
  ])
  expect(pressOf('waited')).toBe('wait')
})
