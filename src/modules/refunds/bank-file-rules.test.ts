import { describe, expect, it } from 'vitest'
import { defaultSettings } from '#modules/settings/rules.ts'
import { bankFileName, bytesOfFile, writeBankLines, type BankFormat, type Transfer } from './bank-file-rules.ts'

const { secondPersonAbove: _, ...usual } = defaultSettings.transfers
const transfer = (different: Partial<Transfer> = {}): Transfer => ({
  refundNo: 'R261116ABCDEFG',
  orderNo: 'F261110ABCDEFG',
  bankCode: '007',
  bankAccount: '012345678901',
  accountName: '王大明',
  amount: 1200,
  ...different,
})
const day = '2026-11-16'
const column = (kind: BankFormat['columns'][number]['kind'], more: Partial<BankFormat['columns'][number]> = {}) =>
  ({ kind, title: '', text: '', width: null, fill: 'spaces-after', ...more }) as const

describe('the file for the bank', () => {
  it('has a header and a line for each transfer, as the centre starts with', () => {
    const { lines, problems } = writeBankLines(usual, [transfer(), transfer({ refundNo: 'R2', accountName: 'A, B "C"' })], day)
    expect(problems).toEqual([])
    expect(lines).toEqual([
      '退費編號,銀行代碼,帳號,戶名,金額',
      'R261116ABCDEFG,007,012345678901,王大明,1200',
      'R2,007,012345678901,"A, B ""C""",1200',
    ])
    const bytes = bytesOfFile(usual, lines)
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
    expect(new TextDecoder().decode(bytes)).toMatch(/金額\r\n/)
  })

  it('is of fixed width in the bytes of its encoding', () => {
    const columns = [
      column('text', { text: 'D', width: 1 }),
      column('number', { width: 4, fill: 'zeros-before' }),
      column('bankAndAccount', { width: 20 }),
      column('holder', { width: 10 }),
      column('amountCents', { width: 10, fill: 'zeros-before' }),
      column('rocDay', { width: 8, fill: 'spaces-before' }),
      column('reference', { width: 14 }),
    ]
    const format: BankFormat = { ...usual, layout: 'fixed', header: false, encoding: 'big5', lineEnd: 'lf', columns }
    const { lines, problems } = writeBankLines(format, [transfer(), transfer({ accountName: '李' })], day)
    expect(problems).toEqual([])
    expect(lines[0]).toBe('D0001007-012345678901    王大明    0000120000 1151116R261116ABCDEFG')
    expect(bytesOfFile(format, lines)).toHaveLength(2 * (1 + 4 + 20 + 10 + 10 + 8 + 14 + 1))
    expect(lines[1]).toMatch(/^D0002/)
    expect(writeBankLines(format, [transfer({ accountName: '歐陽王大明明' })], day).problems).toMatchObject([
      { refundNo: 'R261116ABCDEFG', column: 3, kind: 'holder', code: 'too_long' },
    ])
  })

  it('names what it cannot hold, leaves out that line and nothing else', () => {
    const names = ['王喆', '=HYPERLINK("https://evil.example")', '王大明']
    const three = names.map((accountName, n) => transfer({ refundNo: `R${n}`, accountName }))
    const { lines, problems } = writeBankLines({ ...usual, encoding: 'big5', header: false }, three, day)
    expect(problems).toEqual([
      { refundNo: 'R0', column: 3, kind: 'holder', code: 'not_in_encoding', characters: '喆' },
      { refundNo: 'R1', column: 3, kind: 'holder', code: 'looks_like_formula', characters: '=' },
    ])
    expect(lines).toEqual(['R2,007,012345678901,王大明,1200'])
  })

  it('refuses the separator in a text when the bank reads no quotation marks', () => {
    const format: BankFormat = { ...usual, separator: 'semicolon', quotes: false, header: false }
    expect(writeBankLines(format, [transfer({ accountName: 'A;B' })], day).problems).toMatchObject([
      { code: 'has_separator', characters: ';' },
    ])
    expect(writeBankLines(format, [transfer({ accountName: 'A,B' })], day).lines).toEqual(['R261116ABCDEFG;007;012345678901;A,B;1200'])
  })

  it('is named after its format', () => {
    expect(bankFileName(usual, 7)).toBe('bank-batch-7.csv')
    expect(bankFileName({ ...usual, separator: 'tab' }, 7)).toBe('bank-batch-7.tsv')
    expect(bankFileName({ ...usual, layout: 'fixed' }, 7)).toBe('bank-batch-7.txt')
  })
})
