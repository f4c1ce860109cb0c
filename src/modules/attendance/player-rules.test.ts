import { expect, it } from 'vitest'
import { isPlayerName, playersIn, whyNotNamePlayers } from './player-rules.ts'

it.each([
  '阿明',
  'Ben',
  "O'Neil Jr.",
  '小 華',
  '媽媽❤️',
  'José',
  '王（隊長）',
  '7 號',
  'A-Wei',
  '👍🏽',
  '🇹🇼 Ben',
  '🇹🇼',
  'A & B',
  '小華＆阿明',
  '12.5 號 007',
])('%s is a name', (name) => {
  expect(isPlayerName(name)).toBe(true)
})

it.each(['<b>Ben</b>', 'a@b.tw', 'https://x.tw', '0912345678', '0912-345-678', 'A123456789', '…', '-', '{x}', 'x=y', '１２３４５６'])(
  '%s is none',
  (name) => {
    expect(isPlayerName(name)).toBe(false)
  },
)

it.each(['0912_345_678', '0912·345·678', '(0912)345(678)', '0912 - 345 - 678', '09❤️12345678', '０９１２＆３４５'])(
  '%s is a number in spite of what stands between its digits',
  (name) => {
    expect(isPlayerName(name)).toBe(false)
  },
)

it('takes the white space of every script for a space, as the server does', () => {
  expect(playersIn('王\u3000小明、Ben\u00a0 Wu,Amy\u202e')).toEqual(['王 小明', 'Ben Wu', 'Amy'])
  expect(playersIn('王\u3000小明').every(isPlayerName)).toBe(true)
})

it('reads names as people write them in a row, each once', () => {
  expect(playersIn(' 阿明、小華,Ben，Ben ;阿明；\nAmy ')).toEqual(['阿明', '小華', 'Ben', 'Amy'])
  expect(playersIn(' 、, ')).toEqual([])
  // The same letter, composed and in two characters
  expect(playersIn('Jos\u00e9,Jose\u0301')).toEqual(['Jos\u00e9'])
})

it('players change until the last period has begun, and never without a ticket', () => {
  const period = (hour: number) => ({ start: new Date(Date.UTC(2026, 10, 16, hour)), end: new Date(Date.UTC(2026, 10, 16, hour + 1)) })
  const at = (hour: number) => new Date(Date.UTC(2026, 10, 16, hour))
  expect(whyNotNamePlayers(true, [period(10), period(14)], at(12))).toBeUndefined()
  expect(whyNotNamePlayers(true, [period(10), period(14)], at(14))).toEqual({ code: 'visit_begun' })
  expect(whyNotNamePlayers(true, [], at(9))).toEqual({ code: 'visit_begun' })
  expect(whyNotNamePlayers(false, [period(10)], at(9))).toEqual({ code: 'no_ticket' })
})
