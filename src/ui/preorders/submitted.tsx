import { m } from '#i18n/generated/messages.js'
import { formatMoney } from '#i18n/money.ts'
import type { LineBody, SubmittedAnswer } from '#modules/preorders/wire.ts'
import { ButtonLink } from '#ui/kit/button.tsx'
import { Callout } from '#ui/kit/callout.tsx'
import { useEffect, useRef } from 'react'
import { OutcomeDates } from './outcome-dates.tsx'
import form from './preorder-form.module.css'

type Props = { answer: SubmittedAnswer; lines: LineBody[]; courtOf(venue2ndId: number): string; editing: boolean }

/** Confirmation: which dates are registered, and which are not and why. */
export function Submitted({ answer: { orderNo, amount, lines: outcome }, lines, courtOf, editing }: Props) {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    title.current?.focus()
    scrollTo({ top: 0 })
  }, [])
  const held = outcome.reduce((sum, one) => sum + one.held.length, 0)
  const refused = outcome.reduce((sum, one) => sum + one.refused.length, 0)
  return (
    <div className="stack gap-6">
      <div className="stack gap-2">
        <h1 ref={title} tabIndex={-1}>
          {editing ? m.preorder_changed_title() : m.preorder_submitted_title()}
        </h1>
        <p className="soft">{m.preorder_submitted_text({ orderNo, count: held, amount: formatMoney(amount) })}</p>
      </div>
      {refused > 0 && <Callout tone="due" title={m.preorder_submitted_without({ count: refused })} />}
      <section className={form.panel} aria-labelledby="submitted-lines">
        <h2 id="submitted-lines">{m.preorder_lines()}</h2>
        <OutcomeDates lines={lines} outcome={outcome} courtOf={courtOf} heldWord={m.preorder_held_dates()} />
      </section>
      <ButtonLink to="/member/order/schedule/$id" params={{ id: orderNo }} wide>
        {m.preorder_see()}
      </ButtonLink>
      <ButtonLink to="/member/order/schedule" look="quiet" wide>
        {m.preorder_back()}
      </ButtonLink>
    </div>
  )
}
