import { describe, expect, it } from 'vitest'
import { cleanLines, isVisited, opensDirectly, phonePattern, ticketFrom } from './rules.ts'

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

describe('what somebody writes', () => {
  it('stays as it is, in any script, with its lines and emoji', () => {
    for (const text of ['網柱鬆脫\n第二行', 'مرحبا بالعالم', 'שלום', '👩‍👩‍👧 🏸', '<script>alert(1)</script>'])
      expect(cleanLines(`  ${text} `)).toBe(text)
  })
  it('loses what works in secret: control characters, turned directions, half characters', () => {
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

describe('a visit is over', () => {
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
  ] as const)('%s, ending %s: %s', (state, end, is) => expect(isVisited(state, end, now)).toBe(is))
})

it('C4 a reference opens its own page and no other', () => {
  expect(opensDirectly('/repair', 'R-1042')).toBe(true)
  expect(opensDirectly('/water', 'R-1042')).toBe(false)
  expect(opensDirectly('/satisfaction', 'court-3')).toBe(false)
  expect(opensDirectly('/venues', 'R-1042')).toBe(false)
})
