import { describe, expect, it } from 'vitest'
import { amountIn, matchStatement, readStatement, type KnownRefund } from './statement-rules.ts'

const one = 'R261116ABCDEFG'
const two = 'R261116HJKLMNP'
const three = 'R261116QRSTUVW'
const open = (amount: number, different: Partial<KnownRefund> = {}): KnownRefund => ({
  amount,
  isPaid: false,
  isPayable: true,
  isSigned: true,
  ...different,
})
const known = new Map([
  [one, open(300)],
  [two, open(1200)],
])
const kinds = (text: string, refunds: ReadonlyMap<string, KnownRefund> = known) =>
  matchStatement(readStatement(text), refunds).map(({ refundNo, amount, kind }) => [refundNo, amount, kind])

describe('a pasted statement', () => {
  it.each([
    ['tabs', `2026/11/16\t${one}\t300\n2026/11/16\t${two}\t1,200`],
    ['commas and quotation marks', `20261116,"退費 ${one}",300\r\n20261116,"退費 ${two}","1,200"`],
    ['semicolons', `${one};007;300.00\n${two};007;NT$1,200.00`],
    ['bars, small letters and full-width digits', `| ${one.toLowerCase()} | ３００ |\n| ${two} | (1,200) |`],
    ['plain lines', `1151116 轉帳 ${one} 300\n1151116 轉帳 ${two} 1,200`],
  ])('is read with %s', (_, text) => {
    expect(kinds(text)).toEqual([
      [one, 300, 'matched'],
      [two, 1200, 'matched'],
    ])
  })

  it('pays only the same amount, and names each line with the reason', () => {
    const refunds = new Map([
      ...known,
      [three, open(500, { isPaid: true })],
      ['R261116222222A', open(9000, { isSigned: false })],
      ['R261116222222B', open(70, { isPayable: false })],
    ])
    const text = [
      '日期\t摘要\t支出金額\t餘額',
      `11/16\t${one}\t299\t300`,
      `11/16\t${two}\t1200\t9000`,
      `11/16\t${two}\t1200\t9000`,
      `11/16\t${three}\t500\t9000`,
      '11/16\tR261116ZZZZZZZ\t500\t9000',
      '11/16\tR261116222222A\t9000\t1',
      '11/16\tR261116222222B\t70\t1',
      `11/16\t${one} ${two}\t1500\t1`,
      '',
      '11/16\t電話費\t300\t1',
    ].join('\n')
    expect(kinds(text, refunds)).toEqual([
      [null, null, 'no-reference'],
      [one, 299, 'amount-differs'],
      [two, 1200, 'matched'],
      [two, 1200, 'doubled'],
      [three, 500, 'already-paid'],
      ['R261116ZZZZZZZ', 500, 'unknown'],
      ['R261116222222A', 9000, 'unsigned'],
      ['R261116222222B', 70, 'not-payable'],
      [null, 1500, 'several'],
      [null, 300, 'no-reference'],
    ])
  })

  it('takes the column that agrees most often, not a balance that happens to be the same', () => {
    // The balance of the first line is what its refund should have been.
    const refunds = new Map([...known, [three, open(500)]])
    expect(kinds(`${one},250,300\n${two},1200,5\n${three},500,6`, refunds).map(([, amount, kind]) => [amount, kind])).toEqual([
      [250, 'amount-differs'],
      [1200, 'matched'],
      [500, 'matched'],
    ])
  })

  it('that somebody has made to hold up others has no more cells and characters than it needs', () => {
    const [wide] = readStatement(`${one}${','.repeat(390_000)}`)
    expect(wide!.cells).toHaveLength(40)
    const [words] = readStatement('1 '.repeat(190_000))
    expect(words!.cells).toHaveLength(40)
    // A character that becomes eighteen by NFKC.
    const [long] = readStatement('\ufdfa'.repeat(1000))
    expect(long!.cells[0]!.text).toHaveLength(1000)
  })

  it('finds no sum in days, accounts and codes', () => {
    expect(['20261116', '012345678901', '007', '2026/11/16', '1,20', '12a', ''].map(amountIn)).toEqual(Array(7).fill(undefined))
    expect(['300', '-300', '+300', '(300)', 'NT$ 300.00', '300元', '1,234,567', '12.50'].map(amountIn)).toEqual([
      300, 300, 300, 300, 300, 300, 1_234_567, 12.5,
    ])
    expect(kinds(`${one}`)).toEqual([[one, null, 'amount-differs']])
  })
})
