import { expect, it } from 'vitest'
import { latestArrival, possibleDraft, type PaymentDraft } from './payment-choice.ts'

const draft: PaymentDraft = { way: 'link', given: '', reference: '', by: 'sms', until: undefined }
const slot = (start: string, end: string) => ({
  venue2ndId: 1,
  where: 'court 1',
  start: `2026-11-20T${start}:00Z`,
  end: `2026-11-20T${end}:00Z`,
})

it('a pay link goes a way that reaches the person, and nobody is sent one who cannot be reached', () => {
  expect(possibleDraft(draft, { linkWays: ['sms', 'mail'] })).toEqual(draft)
  expect(possibleDraft(draft, { linkWays: ['mail'] })).toEqual({ ...draft, by: 'mail' })
  expect(possibleDraft(draft, { linkWays: [] })).toEqual({ ...draft, way: 'cash' })
  expect(possibleDraft({ ...draft, way: 'arrival' }, { linkWays: [] }).way).toBe('arrival')
  expect(possibleDraft(draft, undefined), 'nobody is chosen yet').toEqual(draft)
})

it('is paid on arrival at the latest when the first period starts, or ends when it has begun', () => {
  const now = new Date('2026-11-20T10:30:00Z')
  const [begun, later] = [slot('10:00', '11:00'), slot('10:45', '11:45')]
  expect(latestArrival([later], now)).toEqual({ latest: '2026-11-20T10:45:00.000Z', isStart: true })
  expect(latestArrival([begun], now)).toEqual({ latest: '2026-11-20T11:00:00.000Z', isStart: false })
  expect(latestArrival([begun, later], now)).toEqual({ latest: '2026-11-20T10:45:00.000Z', isStart: true })
})
