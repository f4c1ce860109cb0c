import { describe, expect, it } from 'vitest'
import { chosenDay, ticketDays, type TicketItemAnswer } from './ticket-days.ts'

const item = (start: string, code: string | null) => ({ id: start, start, code }) as TicketItemAnswer
const season = [item('2026-11-24T11:00:00Z', 'C'), item('2026-11-10T11:00:00Z', null), item('2026-11-17T11:00:00Z', 'B')]

describe('the days of a ticket', () => {
  it('are those of the centre, in their order, with what belongs together', () => {
    const days = ticketDays([...season, item('2026-11-16T23:00:00Z', 'A')])
    expect(days.map(({ day, items }) => [day, items.length])).toEqual([
      ['2026-11-10', 1],
      ['2026-11-17', 2],
      ['2026-11-24', 1],
    ])
  })

  it('open at the next one that still lets in, at the one that was asked for, or at the last', () => {
    const days = ticketDays(season)
    expect(chosenDay(days, undefined)?.day).toBe('2026-11-17')
    expect(chosenDay(days, '2026-11-24')?.day).toBe('2026-11-24')
    expect(chosenDay(days, 'rubbish')?.day).toBe('2026-11-17')
    expect(chosenDay(ticketDays(season.map((one) => ({ ...one, code: null }))), undefined)?.day).toBe('2026-11-24')
  })
})
