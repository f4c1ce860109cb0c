import { expect, it } from 'vitest'
import { deskMethods } from '#modules/tills/way-rules.ts'
import type { Slip } from '#modules/tills/rules.ts'
import type { TillRow } from '#modules/tills/store.ts'
import { readPdf } from '#testing/read-pdf.ts'
import { printPaper } from './print-paper.ts'
import { tillBlocks, type TillPaper } from './till-paper.ts'

const opened = new Date('2026-11-19T06:00:00+08:00')
const minute = (n: number) => new Date(opened.getTime() + n * 60_000)
const slipMethods = deskMethods.filter((method) => method !== 'cash')

/** A shift with a row a minute, and a slip or a voucher every other one. */
function longShift(): TillPaper {
  const rows = Array.from({ length: 400 }, (_, n): TillRow => {
    const row = { id: n, kind: n === 0 ? 'opened' : 'sale', amount: 100 + n, given: null, reason: '', by: '陳小姐', at: minute(n) } as const
    return { ...row, reference: n === 0 ? null : `F261119C${String(n).padStart(6, '0')}` }
  })
  const slips = Array.from({ length: 200 }, (_, n): Slip => {
    const method = slipMethods[n % slipMethods.length]!
    return { id: n, method, at: minute(2 * n), amount: 300, reference: `T-${n}`, orderNo: `F261119D${String(n).padStart(6, '0')}` }
  })
  const expected = rows.reduce((sum, { amount }) => sum + amount, 0)
  const till = { id: crypto.randomUUID(), name: '櫃檯', openedAt: opened, openedBy: '陳小姐', closedAt: minute(410), closedBy: '林先生' }
  return { till: { ...till, expected, counted: expected, pieces: { 1000: 100, 1: expected - 100_000 }, explanation: '' }, rows, slips }
}

const print = (paper: TillPaper) =>
  printPaper(
    { readLetterhead: async () => ({ name: ['運動中心'], lines: [] }) as never },
    { title: () => '交班表', number: '1', blocks: (speak) => tillBlocks(paper, speak) },
    ['tw'],
    minute(411),
  )

it('a shift of 400 rows and 200 slips is a paper that has each of them once, in order', async () => {
  const paper = longShift()
  const { bytes } = await print(paper)
  const { pages } = await readPdf(bytes)
  const all = pages.join('\n')
  const numbers = (letter: string) => [...all.matchAll(new RegExp(`F261119${letter}(\\d{6})`, 'g'))].map(([, n]) => Number(n))
  expect(numbers('C')).toEqual(paper.rows.slice(1).map(({ id }) => id))
  expect(numbers('D')).toEqual(paper.slips.map(({ id }) => id))
  expect(all).toContain(paper.till.expected.toLocaleString('en'))
  expect(pages.length).toBeGreaterThan(10)
})
