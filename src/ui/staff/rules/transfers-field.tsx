import { m } from '#i18n/generated/messages.js'
import type { Rules } from '#modules/settings/rules-wire.ts'
import { CheckInput, FormGrid, MoneyField, SelectInput } from '#ui/staff/kit/fields.tsx'
import { TransferColumns } from './transfer-columns.tsx'
import style from './rules-screen.module.css'
import { getLocale } from '#i18n/generated/runtime.js'
import { joinSemicolons } from '#i18n/join.ts'
import { writeBankLines, type Transfer } from '#modules/refunds/bank-file-rules.ts'
import { today } from '#ui/staff/kit/today.ts'
import { cellProblemWords } from '#ui/staff/kit/transfer-words.ts'

type Transfers = Rules['transfers']
type Choices = {
  [Key in 'layout' | 'separator' | 'encoding' | 'lineEnd']: { label(): string; options: Record<Transfers[Key], () => string> }
}

export const transferChoices: Choices = {
  layout: { label: m.rules_transfer_layout, options: { separated: m.rules_transfer_separated, fixed: m.rules_transfer_fixed } },
  separator: {
    label: m.rules_transfer_separator,
    options: {
      comma: m.rules_transfer_comma,
      semicolon: m.rules_transfer_semicolon,
      tab: m.rules_transfer_tab,
      bar: m.rules_transfer_bar,
    },
  },
  encoding: {
    label: m.rules_transfer_encoding,
    options: { 'utf-8': m.rules_transfer_encoding_utf8, 'utf-8-bom': m.rules_transfer_encoding_bom, big5: m.rules_transfer_encoding_big5 },
  },
  lineEnd: { label: m.rules_transfer_line_end, options: { crlf: m.rules_transfer_crlf, lf: m.rules_transfer_lf } },
}

/** Refunds by transfer: the amount above which two people agree, and the bank's file, with what it would look like. */
export function TransfersField({ transfers, onChange }: { transfers: Transfers; onChange(transfers: Transfers): void }) {
  const set = (patch: Partial<Transfers>) => onChange({ ...transfers, ...patch })
  const choice = (key: keyof Choices) => (
    <SelectInput
      path={`transfers.${key}`}
      label={transferChoices[key].label()}
      value={transfers[key]}
      onChange={(value) => set({ [key]: value })}
    >
      {Object.entries(transferChoices[key].options).map(([value, word]) => (
        <option key={value} value={value}>
          {word()}
        </option>
      ))}
    </SelectInput>
  )
  const isSeparated = transfers.layout === 'separated'
  return (
    <div className="stack gap-4">
      <FormGrid>
        <MoneyField
          path="transfers.secondPersonAbove"
          label={m.rules_second_person()}
          hint={m.rules_second_person_hint()}
          value={transfers.secondPersonAbove}
          onChange={(secondPersonAbove) => set({ secondPersonAbove: secondPersonAbove as number })}
        />
        {choice('layout')}
        {isSeparated && choice('separator')}
        {choice('encoding')}
        {choice('lineEnd')}
      </FormGrid>
      <div className={style.checks}>
        <CheckInput label={m.rules_transfer_header()} checked={transfers.header} onChange={(header) => set({ header })} />
        {isSeparated && <CheckInput label={m.rules_transfer_quotes()} checked={transfers.quotes} onChange={(quotes) => set({ quotes })} />}
      </div>
      <TransferColumns transfers={transfers} onChange={(columns) => set({ columns })} />
      <TransferPreview transfers={transfers} />
    </div>
  )
}

const sample = (n: number, accountName: string, amount: number): Transfer => ({
  refundNo: `R261116ABCDEF${n}`,
  orderNo: `F261110ABCDEF${n}`,
  bankCode: ['007', '700', '812'][n - 2]!,
  bankAccount: ['012345678901', '00012345678901', '20000000123456'][n - 2]!,
  accountName,
  amount,
})
const samples = [sample(2, '王大明', 300), sample(3, '游錫堃', 1200), sample(4, 'Lee, Mei-Ling', 15_000)]

/** What the file would look like with three transfers, and what it could not hold. */
function TransferPreview({ transfers: { secondPersonAbove: _, ...format } }: { transfers: Rules['transfers'] }) {
  const { lines, problems } = writeBankLines(format, samples, today())
  return (
    <div className={style.preview}>
      <h3>{m.rules_transfer_preview()}</h3>
      {/* Focusable, so that long lines can be scrolled sideways by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <pre tabIndex={0} aria-label={m.rules_transfer_preview()} role="region">
        {lines.map((line) => line.replaceAll('\t', '\u2192\t')).join('\n')}
      </pre>
      {problems.length > 0 && (
        <p className="danger" role="status">
          {m.rules_transfer_preview_wrong({ problems: joinSemicolons(problems.map(cellProblemWords), getLocale()) })}
        </p>
      )}
    </div>
  )
}
