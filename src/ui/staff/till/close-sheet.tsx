import { m } from '#i18n/generated/messages.js'
import { getLocale } from '#i18n/generated/runtime.js'
import { formatMoment } from '#i18n/dates.ts'
import { amountText, formatMoney } from '#i18n/money.ts'
import { dayOf } from '#lib/zone.ts'
import { sumsOf } from '#modules/tills/rules.ts'
import type { TillDetailAnswer } from '#modules/tills/wire.ts'
import { useCentre } from '#ui/session/viewer.ts'
import { DownloadButton } from '#ui/staff/kit/download-button.tsx'
import { PaperDownloads } from '#ui/staff/kit/paper-downloads.tsx'
import { Printed } from '#ui/staff/kit/printed.tsx'
import { StaffButton } from '#ui/staff/kit/staff-button.tsx'
import type { ReactNode } from 'react'
import { TillRows, TillSlips, TillWays } from './till-rows.tsx'
import { differenceText } from './till-words.ts'
import style from './till.module.css'

const moment = (at: string) => formatMoment(new Date(at), getLocale())

/** A till that is closed: its sums, its count, the difference with its explanation, and every row. To print on A4, and as a file. */
export function CloseSheet({ till }: { till: TillDetailAnswer }) {
  const fileName = `till-${dayOf(new Date(till.openedAt))}`
  return (
    <>
      <div className="cluster">
        <StaffButton look="primary" onClick={() => globalThis.print()}>
          {m.till_print()}
        </StaffButton>
        <PaperDownloads path={`/api/Staff/Paper/Till/${till.id}`} />
        <DownloadButton path={`/api/Staff/Till/${till.id}/Close.xlsx`} fileName={() => `${fileName}.xlsx`}>
          {m.till_export_xlsx()}
        </DownloadButton>
        <DownloadButton path={`/api/Staff/Till/${till.id}/Rows.csv`} fileName={() => `${fileName}.csv`}>
          {m.till_export()}
        </DownloadButton>
      </div>
      <Printed paper="a4" className={style.sheet}>
        <Heading till={till} />
        <Sums till={till} />
        {till.pieces && (
          <p className={style.quiet}>
            {Object.entries(till.pieces)
              .toSorted(([a], [b]) => Number(b) - Number(a))
              .map(([value, count]) => `${amountText(Number(value))} × ${count}`)
              .join('　')}
          </p>
        )}
        <Titled title={m.till_by_way()}>
          <TillWays ways={till.ways} />
        </Titled>
        <Titled title={m.till_rows()}>
          <TillRows rows={till.rows.toReversed()} />
        </Titled>
        {till.terminal.count > 0 && (
          <Titled title={m.till_slips()}>
            <TillSlips slips={till.terminal.slips} />
          </Titled>
        )}
        {till.vouchers.count > 0 && (
          <Titled title={m.till_vouchers()}>
            <TillSlips slips={till.vouchers.slips} caption={m.till_vouchers()} />
          </Titled>
        )}
        <p className={style.signature}>{m.till_signature()}</p>
      </Printed>
    </>
  )
}

/** A table of the sheet under its title, which is printed with it. */
function Titled({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h4 className={style.subtitle}>{title}</h4>
      {children}
    </section>
  )
}

function Heading({ till }: { till: TillDetailAnswer }) {
  const centre = useCentre()
  return (
    <header>
      <p className={style.quiet}>{centre?.name}</p>
      <h3>
        {m.till_close_sheet()} · {till.name}
      </h3>
      <p>{m.till_opened_line({ by: till.openedBy, at: moment(till.openedAt) })}</p>
      {till.closedAt && till.closedBy && <p>{m.till_closed_line({ by: till.closedBy, at: moment(till.closedAt) })}</p>}
    </header>
  )
}

function Sums({ till }: { till: TillDetailAnswer }) {
  const sums = sumsOf(till.rows)
  const lines: [string, string][] = [
    [m.till_row_opened(), formatMoney(sums.opened)],
    [m.till_sum_sale(), formatMoney(sums.sale)],
    [m.till_sum_refund(), formatMoney(sums.refund)],
    [m.till_sum_in(), formatMoney(sums.in)],
    [m.till_sum_out(), formatMoney(sums.out)],
    [m.till_expected(), formatMoney(till.expected)],
    [m.till_counted(), formatMoney(till.counted ?? 0)],
    [m.till_difference(), differenceText(till.difference ?? 0)],
    ...(till.explanation === '' ? [] : ([[m.till_explanation(), till.explanation]] as [string, string][])),
  ]
  return (
    <dl className={style.sums}>
      {lines.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
