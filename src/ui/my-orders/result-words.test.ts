import { expect, it } from 'vitest'
import { overwriteGetLocale } from '#i18n/generated/runtime.js'
import type { ResultAnswer } from '#modules/payments/wire.ts'
import type { Standing } from './payment-standing.ts'
import { looks, shownAs, titleOf, wordsFor } from './result-words.ts'

const result = { amount: 650 } as ResultAnswer
const standings = (Object.keys(looks) as Standing[]).filter((standing) => standing !== 'venue-cancelled')

it.each([
  ['tw', /時段|預約/],
  ['en', /booking|\btimes\b/i],
] as const)('A31 says nothing of periods and bookings about what has no court, in %s', (locale, bookingWords) => {
  overwriteGetLocale(() => locale)
  const said = (kind: 'plain' | 'booking') => standings.map((one) => `${titleOf(one, kind)} ${wordsFor(one, kind, result, false)}`)
  for (const text of said('plain')) expect(text).not.toMatch(bookingWords)
  expect(said('booking').join(' '), 'so the line above means something').toMatch(bookingWords)
})

it('speaks of the desk only while it is to be paid there: a lapsed offer keeps its own words', () => {
  expect(shownAs('offer', 'unpaid', true)).toBe('desk')
  for (const standing of standings.filter((one) => one !== 'unpaid' && one !== 'left'))
    expect(shownAs('offer', standing, true)).toBe('offer')
  expect(shownAs('booking', 'unpaid', false)).toBe('booking')
})

it('says to who comes back from a payment page without paying that nothing was charged, and of which way', () => {
  overwriteGetLocale(() => 'tw')
  const left = { ...result, payment: { way: 'linepay' } } as ResultAnswer
  expect(wordsFor('left', 'booking', left, false)).toBe(
    '還沒有收到LINE Pay的付款結果。若已付款，請稍候片刻；若尚未完成，可以再付一次。請在期限內完成付款，預約才會成立。',
  )
  expect(wordsFor('left', 'plain', result, false)).toMatch(/^還沒有收到付款結果。/)
})

it('calls a paid supplement neither a booking nor confirmed, and an unpaid one does not endanger its booking', () => {
  overwriteGetLocale(() => 'tw')
  expect(titleOf('confirmed', 'supplement')).toBe('繳費完成')
  for (const standing of ['unpaid', 'failed', 'expired'] as const)
    expect(`${titleOf(standing, 'supplement')} ${wordsFor(standing, 'supplement', result, false)}`).not.toMatch(/時段|預約才會成立/)
})
