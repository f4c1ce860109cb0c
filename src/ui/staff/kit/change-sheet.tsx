import { m } from '#i18n/generated/messages.js'
import { getLocale } from '#i18n/generated/runtime.js'
import { formatPeriod } from '#i18n/dates.ts'
import { formatMoney } from '#i18n/money.ts'
import { Callout } from '#ui/kit/callout.tsx'
import { FormProblem } from '#ui/kit/form-problem.tsx'
import { SheetActions } from '#ui/kit/sheet.tsx'
import type { Refused } from '#ui/kit/use-submit.ts'
import { useId, useLayoutEffect, useRef, useState } from 'react'
import type { PlanAnswer } from './catalogue-types.ts'
import style from './change-sheet.module.css'
import { TextAreaInput } from './fields.tsx'
import { PriceEffects } from './price-effects.tsx'
import { StaffButton } from './staff-button.tsx'

type Props = {
  plan: PlanAnswer
  /** More bookings are touched than the first look had shown. */
  more: boolean
  busy: boolean
  refused: Refused | undefined
  onConfirm(reason: string): void
  onClose(): void
}

/** What a change of the catalogue will do, before it is done: before and after, bookings that it touches, prices by identity. */
export function ChangeSheet({ plan, more, busy, refused, onConfirm, onClose }: Props) {
  const [reason, setReason] = useState('')
  const titleId = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const title = useRef<HTMLHeadingElement>(null)
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    // Not the first field, which stands at the end: the sheet is read from its top.
    title.current?.focus()
    return () => element?.close()
  }, [])
  const isNothing = plan.changes.length === 0
  return (
    <dialog
      ref={dialog}
      className={style.sheet}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      <div className={style.inside}>
        <h2 ref={title} id={titleId} tabIndex={-1}>
          {m.staff_change_title()}
        </h2>
        {more && <Callout tone="due" role="alert" title={m.staff_change_more()} />}
        {isNothing ? <p className={style.quiet}>{m.staff_change_nothing()}</p> : <Changes changes={plan.changes} />}
        <Touched touched={plan.touched} />
        <Consequences consequences={plan.consequences} />
        <PriceEffects prices={plan.prices} />
        {!isNothing && (
          <TextAreaInput
            path="reason"
            label={m.staff_change_reason()}
            hint={plan.touched.count > 0 ? m.staff_change_reason_told() : m.staff_change_reason_hint()}
            optional={plan.touched.count === 0}
            rows={2}
            maxLength={300}
            value={reason}
            onChange={setReason}
          />
        )}
        <FormProblem refused={refused} />
        <Foot count={plan.touched.count} {...{ isNothing, busy, onClose }} onConfirm={() => onConfirm(reason.trim())} />
      </div>
    </dialog>
  )
}

type FootProps = { count: number; isNothing: boolean; busy: boolean; onConfirm(): void; onClose(): void }

/** Stays in sight below a long table. `count`: bookings that the change touches. */
function Foot({ count, isNothing, busy, onConfirm, onClose }: FootProps) {
  return (
    <div className={style.foot}>
      <SheetActions
        main={
          !isNothing && (
            <StaffButton look={count > 0 ? 'danger' : 'primary'} busy={busy} onClick={onConfirm} data-sends>
              {count > 0 ? m.staff_change_confirm_touched({ count }) : m.staff_change_confirm()}
            </StaffButton>
          )
        }
      >
        <StaffButton onClick={onClose}>{m.staff_change_back()}</StaffButton>
      </SheetActions>
    </div>
  )
}

function Changes({ changes }: { changes: PlanAnswer['changes'] }) {
  return (
    <table className={`${style.table} ${style.changes}`}>
      <caption className="sr-only">{m.staff_change_title()}</caption>
      <thead>
        <tr>
          <th scope="col">{m.staff_change_what()}</th>
          <th scope="col">{m.staff_change_before()}</th>
          <th scope="col">{m.staff_change_after()}</th>
        </tr>
      </thead>
      <tbody>
        {changes.map(({ part, key, label, field, fieldLabel, beforeText, afterText }) => (
          <tr key={`${part} ${key} ${field}`}>
            <th scope="row">
              {label}
              <small>{fieldLabel}</small>
            </th>
            <td data-gone>{beforeText || '–'}</td>
            <td data-new>{afterText || '–'}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Consequences({ consequences }: Pick<PlanAnswer, 'consequences'>) {
  if (consequences.length === 0) return null
  return (
    <section className={style.consequences}>
      <h3>{m.staff_change_consequences()}</h3>
      <ul>
        {consequences.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </section>
  )
}

function Touched({ touched }: { touched: PlanAnswer['touched'] }) {
  if (touched.count === 0) return <p className={style.good}>{m.staff_change_touches_none()}</p>
  const why = { court_retired: m.staff_change_court_retired, outside_hours: m.staff_change_outside_hours }
  return (
    <section className={style.touched}>
      <h3>{m.staff_change_touches({ count: touched.count })}</h3>
      <p>{m.staff_change_touches_what({ amount: formatMoney(touched.refund) })}</p>
      <ul>
        {touched.items.map((item) => (
          <li key={`${item.orderNo} ${item.court} ${item.start}`}>
            <b>{formatPeriod(new Date(item.start), new Date(item.end), getLocale())}</b> {item.facilityName} {item.courtName}
            <small>
              {item.who} · {item.orderNo} · {why[item.why]()} · {m.staff_change_refund({ amount: formatMoney(item.refund) })}
            </small>
          </li>
        ))}
      </ul>
      {touched.count > touched.items.length && <p>{m.staff_change_touches_rest({ count: touched.count - touched.items.length })}</p>}
    </section>
  )
}
