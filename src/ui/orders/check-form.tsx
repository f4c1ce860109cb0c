import { m } from '#i18n/generated/messages.js'
import { formatMoney } from '#i18n/money.ts'
import type { CheckAnswer, PlacedAnswer } from '#modules/orders/wire.ts'
import { ForOtherRoles } from '#ui/session/for-other-roles.tsx'
import { useMay } from '#ui/session/may.ts'
import { useViewer } from '#ui/session/viewer.ts'
import { useApi } from '#ui/session/use-api.ts'
import { Button, ButtonLink } from '#ui/kit/button.tsx'
import { Callout } from '#ui/kit/callout.tsx'
import { Disclosure } from '#ui/kit/disclosure.tsx'
import { useDraft } from '#ui/kit/draft.ts'
import { FormProblem } from '#ui/kit/form-problem.tsx'
import { useSubmit } from '#ui/kit/use-submit.ts'
import { InvoiceBuyer } from '#ui/invoices/invoice-buyer.tsx'
import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState, type RefObject } from 'react'
import { clearCart } from './cart.ts'
import { wayOf, type WayToPay, PayChoice } from './pay-choice.tsx'
import style from './check.module.css'
import { ContactFields, type Contact } from './contact-fields.tsx'
import { forgetIdempotencyKey, idempotencyKeyFor } from './idempotency-key.ts'
import { useOrdersChanged } from './order-queries.ts'
import type { useCheck } from './use-check.ts'
import { Penalties } from './penalties.tsx'
import { RefundTerms } from './refund-terms.tsx'
import { refundSteps } from './refund-steps.ts'

type Props = { check: ReturnType<typeof useCheck>; answer: CheckAnswer }

/** Form that places the order: how it is paid and by whom, then what it costs, with rules and penalties above the button. */
export function CheckForm({ check, answer }: Props) {
  const { viewer, loggedIn, items, refetch } = check
  const api = useApi()
  const navigate = useNavigate()
  const changed = useOrdersChanged()
  const may = useMay('POST /api/Order/Member')
  const box = useRef<HTMLDivElement>(null)
  const draft = useDraft<Contact>(`check ${viewer?.id ?? ''}`, {
    contactName: viewer?.name ?? '',
    contactPhone: viewer?.mobile ?? '',
    remark: '',
  })
  const [chosen, setChosen] = useState<WayToPay>()
  const way = wayOf(answer.ways, chosen)
  const { busy, ready, refused, refusals, errorAt, form } = useSubmit(async () => {
    const wish = { items, ...draft.values, pay: way === 'desk' ? 'desk' : 'online' }
    const headers = { 'idempotency-key': idempotencyKeyFor(wish) }
    const { orderNo } = await api.post<PlacedAnswer>('/api/Order/Member', { ...wish, amount: answer.amount }, { headers })
    forgetIdempotencyKey()
    draft.clear()
    await changed()
    await navigate({ to: '/member/order/payment-complete', search: { orderNo, ...(way === 'desk' ? {} : { way }) }, replace: true })
    clearCart()
  })
  useFocusRefusedItems(refusals, refused?.code, refetch, box)
  useNewPrices(refusals, refused?.code, refetch)

  const wrong = answer.items.filter(({ problems }) => problems.length > 0).length
  const stops = wrong > 0 || answer.problems.length > 0
  return (
    <div className={style.box} ref={box}>
      {loggedIn && answer.amount > 0 && (
        <div className={style.invoice}>
          <InvoiceBuyer />
        </div>
      )}
      <form className={style.form} {...form}>
        <div className={style.choices}>
          {answer.amount > 0 && <PayChoice answer={answer} way={way} onChoose={setChosen} />}
          {loggedIn && <ContactPart draft={draft} errorAt={errorAt} />}
        </div>
        <div className={style.costs}>
          <CheckSummary answer={answer} way={way} />
          <Stops wrong={wrong} problems={answer.problems} />
          {/* Problems of single items stand beside the items. */}
          <FormProblem refused={refused && !besideItems.has(refused.code) ? { ...refused, errors: [] } : undefined} />
          {!loggedIn && <LoginFirst />}
          {loggedIn && <NeedsScript />}
          <ForWhom may={may} />
          {may && loggedIn && wrong < answer.items.length && (
            <Button type="submit" wide busy={busy || !ready} disabled={stops}>
              {submitWords(answer.amount, way)}
            </Button>
          )}
        </div>
      </form>
    </div>
  )
}

/** Says for which club it is booked, or that others in the club do that. */
function ForWhom({ may }: { may: boolean }) {
  const viewer = useViewer()
  if (!may) return <ForOtherRoles />
  if (!viewer || viewer.id === viewer.personId) return null
  return <p className={style.small}>{m.check_for_club({ club: viewer.communityName })}</p>
}

const NeedsScript = () => (
  <noscript>
    <p className={style.small}>{m.check_needs_script()}</p>
  </noscript>
)

function submitWords(due: number, way: WayToPay): string {
  if (due === 0) return m.check_submit_free()
  return (way === 'desk' ? m.check_submit_desk : m.check_submit)({ amount: formatMoney(due) })
}

/** What keeps the order from being placed: items with problems, then problems of the whole order. */
function Stops({ wrong, problems }: { wrong: number; problems: CheckAnswer['problems'] }) {
  return (
    <div role="status" className={style.stops}>
      {wrong > 0 && <Callout tone="due" title={wrong === 1 ? m.check_one_wrong() : m.check_some_wrong({ count: wrong })} />}
      {problems.map(({ code, title }) => (
        <Callout
          key={code}
          tone={code === 'suspended' ? 'error' : 'due'}
          title={title}
          action={code === 'suspended' ? <Link to="/member/violation">{m.violation_see()}</Link> : undefined}
        />
      ))}
    </div>
  )
}

function LoginFirst() {
  return (
    <>
      <ButtonLink to="/login" search={{ redirect: '/order/check' }} wide>
        {m.check_login()}
      </ButtonLink>
      <ButtonLink to="/register" search={{ redirect: '/order/check' }} look="secondary" wide>
        {m.check_register()}
      </ButtonLink>
      <p className={style.small}>{m.check_login_text()}</p>
    </>
  )
}

const besideItems = new Set(['period_taken', 'items_refused', 'over_quota'])

/** After a refusal because of items: checks the cart again and moves the focus to the first refused item. */
function useFocusRefusedItems(
  refusals: number,
  code: string | undefined,
  refetch: () => Promise<unknown>,
  box: RefObject<HTMLElement | null>,
): void {
  useEffect(() => {
    if (code === undefined || !besideItems.has(code)) return
    void refetch().then(() => focusWrong(box))
    // Once for each refusal.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [refusals])
}

/** After a refusal because prices have changed: shows the new ones, so that the member can go on with them. */
function useNewPrices(refusals: number, code: string | undefined, refetch: () => Promise<unknown>): void {
  useEffect(() => {
    if (code === 'price_changed') void refetch()
    // Once for each refusal.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [refusals])
}

/** The list renders the new answer some frames after it has arrived. */
function focusWrong(box: RefObject<HTMLElement | null>, frames = 120): void {
  requestAnimationFrame(() => {
    const wrong = box.current?.parentElement?.querySelector<HTMLElement>('li[data-wrong]')
    if (wrong) wrong.focus()
    else if (frames > 0) focusWrong(box, frames - 1)
  })
}

function ContactPart({ draft, errorAt }: { draft: ReturnType<typeof useDraft<Contact>>; errorAt(path: string): string | undefined }) {
  const [open, setOpen] = useState(false)
  const { contactName, contactPhone, remark } = draft.values
  const wrong = ['contactName', 'contactPhone', 'remark'].some((path) => errorAt(path))
  return (
    <Disclosure
      label={m.orders_contact()}
      value={[contactName, contactPhone, remark].filter(Boolean).join(' · ') || m.orders_contact_none()}
      offer={m.orders_contact_change()}
      open={open || wrong}
      onOpen={setOpen}
    >
      <div className="stack gap-4">
        <ContactFields values={draft.values} onChange={draft.change} errorAt={errorAt} />
      </div>
    </Disclosure>
  )
}

/** Sum, identity, hours and refund terms: shown before the button. */
function CheckSummary({ answer, way }: { answer: CheckAnswer; way: WayToPay }) {
  const good = answer.items.flatMap(({ quoted, problems }) => (quoted && problems.length === 0 ? [quoted] : []))
  return (
    <div className="stack gap-4">
      <dl className={style.sum}>
        <div>
          <dt>{m.member_card_identity()}</dt>
          <dd>{answer.identity}</dd>
        </div>
        <div className={style.total}>
          <dt>{m.orders_amount_due()}</dt>
          <dd>{good.length === 0 ? '—' : answer.amount === 0 ? m.orders_free() : formatMoney(answer.amount)}</dd>
        </div>
      </dl>
      {answer.quota?.map(({ week, minutes, allowed }) => (
        <Hours key={week} minutes={minutes} allowed={allowed} week={week} />
      ))}
      {answer.amount > 0 && <RefundTerms steps={refundSteps(good.map(({ refund }) => refund))} />}
      {good.length > 0 && <Penalties answer={answer} way={way} starts={good.map(({ start }) => new Date(start))} />}
    </div>
  )
}

const hours = (minutes: number) => String(minutes / 60)

/** Names the week of the booking, which need not be this one. */
function Hours({ minutes, allowed, week }: { minutes: number; allowed: number; week: string }) {
  const label = m.check_hours_week({ week: week.slice(5).replace('-', '/') })
  return (
    <div className={style.hours} data-over={minutes > allowed || undefined}>
      <span>{label}</span>
      <b>{m.check_hours_of({ hours: hours(minutes), allowed: hours(allowed) })}</b>
      <meter min={0} max={allowed} value={Math.min(minutes, allowed)} aria-label={label} />
    </div>
  )
}
