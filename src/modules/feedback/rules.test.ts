import { describe, expect, it } from 'vitest'
import { cleanLines } from '#lib/clean-text.ts'
import { opensDirectly, phonePattern, ticketFrom, whyNotRatable } from './rules.ts'

describe('a ticket number', () => {
  it.each([
    ['R-1042', 'R-1042'],
    [' r1042 ', 'R-1042'],
    ['W 1043', 'W-1043'],
    ['ｗ－１０４３', 'W-1043'],
    ['R–1042', 'R-1042'],
    ['1042', undefined],
    ['X-1042', undefined],
    ['R-10', undefined],
    ['R-1042; drop table reports', undefined],
    ['', undefined],
  ])('is understood as it is said: %s', (typed, ticketNo) => expect(ticketFrom(typed)).toBe(ticketNo))
})

describe('the text of a report', () => {
  it('keeps every script, line breaks and emoji', () => {
    for (const text of ['網柱鬆脫\n第二行', 'مرحبا بالعالم', 'שלום', '👩‍👩‍👧 🏸', '<script>alert(1)</script>'])
      expect(cleanLines(`  ${text} `)).toBe(text)
  })
  it('loses control characters, direction overrides and lone surrogates', () => {
    expect(cleanLines('a\u0000b\u0007c\r\nd')).toBe('abc\nd')
    expect(cleanLines('cod.\u202Eexe\u2066')).toBe('cod.exe')
    expect(cleanLines('half \ud83d')).toBe('half \ufffd')
  })
})

it.each([
  ['0912345678', true],
  ['02-2345-6789 #12', true],
  ['+886 912 345 678', true],
  ['call me', false],
  ['12', false],
  ['0912345678<script>', false],
])('%s as a phone number: %s', (phone, isOne) => expect(phonePattern.test(phone)).toBe(isOne))

describe('a visit can be rated', () => {
  const [before, now, after] = ['18:00', '19:00', '20:00'].map((time) => new Date(`2026-11-15T${time}:00+08:00`)) as [Date, Date, Date]
  it.each([
    ['confirmed', before, true],
    ['checked-in', now, true],
    ['completed', before, true],
    ['completed', after, false],
    ['confirmed', null, false],
    ['no-show', before, false],
    ['cancelled', before, false],
    ['venue-cancelled', before, false],
    ['awaiting-payment', before, false],
    ['expired', before, false],
  ] as const)('%s, ending %s: %s', (state, end, is) => expect(whyNotRatable(state, end, now) === undefined).toBe(is))

  it('for sixty days', () => {
    const later = (days: number) => new Date(before.getTime() + days * 86_400_000)
    expect(whyNotRatable('completed', before, new Date(later(60).getTime() - 1))).toBeUndefined()
    expect(whyNotRatable('completed', before, later(60))).toEqual({ code: 'visit_long_ago' })
  })
})

it('C4 a signed reference opens its own page and no other', () => {
  expect(opensDirectly('/repair', 'R-1042')).toBe(true)
  expect(opensDirectly('/water', 'R-1042')).toBe(false)
  expect(opensDirectly('/satisfaction', 'court-3')).toBe(false)
  expect(opensDirectly('/venues', 'R-1042')).toBe(false)
})
