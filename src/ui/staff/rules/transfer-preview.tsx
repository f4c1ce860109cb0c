import { m } from '#i18n/generated/messages.js'
import { getLocale } from '#i18n/generated/runtime.js'
import { joinSemicolons } from '#i18n/join.ts'
import { writeBankLines, type Transfer } from '#modules/refunds/bank-file-rules.ts'
import type { Rules } from '#modules/settings/rules-wire.ts'
import { today } from '#ui/staff/kit/today.ts'
import { cellProblemWords } from '#ui/staff/kit/transfer-words.ts'
import style from './rules-screen.module.css'

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
export function TransferPreview({ transfers: { secondPersonAbove: _, ...format } }: { transfers: Rules['transfers'] }) {
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
