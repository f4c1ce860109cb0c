import { expect, it } from 'vitest'
import { overwriteGetLocale } from '#i18n/generated/runtime.js'
import type { ResultAnswer } from '#modules/payments/wire.ts'
import type { Standing } from './payment-standing.ts'
import { looks, titleOf, wordsFor } from './result-words.ts'

const result = { amount: 650 } as ResultAnswer
const standings = (Object.keys(looks) as Standing[]).filter((standing) => standing !== 'venue-cancelled')

it.each([
  ['tw', /時段|預約/],
  ['en', /booking|\btimes\b/i],
] as const)('A31 says nothing of periods and bookings about a locker, in %s', (locale, bookingWords) => {
  overwriteGetLocale(() => locale)
  const said = (kind: 'locker' | 'venue') => standings.map((one) => `${titleOf(one, kind)} ${wordsFor(one, kind, result, false)}`)
  for (const text of said('locker')) expect(text).not.toMatch(bookingWords)
  expect(said('venue').join(' '), 'so the line above means something').toMatch(bookingWords)
})
