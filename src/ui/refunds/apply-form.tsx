import { m } from '#i18n/generated/messages.js'
import { formatMoney } from '#i18n/money.ts'
import type { RefundAnswer, RefundCheckAnswer } from '#modules/refunds/wire.ts'
import { useMember } from '#ui/accounts/member-queries.ts'
import { Button } from '#ui/kit/button.tsx'
import { Callout } from '#ui/kit/callout.tsx'
import { useDraft } from '#ui/kit/draft.ts'
import { CheckField, TextArea } from '#ui/kit/field.tsx'
import { FormProblem } from '#ui/kit/form-problem.tsx'
import { SegmentedControl } from '#ui/kit/segmented-control.tsx'
import { toast } from '#ui/kit/toast.tsx'
import { useSubmit } from '#ui/kit/use-submit.ts'
import order from '#ui/orders/order.module.css'
import { useApi } from '#ui/session/use-api.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { ApplyItems, type Item } from './apply-items.tsx'
import { BankFields, bankBody, emptyBank, passbookMissing, type BankDraft } from './bank-fields.tsx'
import { GoesBack } from './goes-back.tsx'
import { refundCheckQuery, useRefundsChanged } from './refund-queries.ts'
import style from './refunds.module.css'
import { dayOf } from '#lib/zone.ts'
import { daysWithPoint } from '#modules/violations/rules.ts'
import { Sheet, SheetActions } from '#ui/kit/sheet.tsx'

type Way = RefundCheckAnswer['ways'][number]
type Draft = BankDraft & { chosen: string[]; reason: string; way: Way }

export function ApplyForm({ check }: { check: RefundCheckAnswer }) {
  const application = useApplication(check)
  const { draft, values, chosen, choose, amount, isForNothing, acceptZero, setAcceptZero, quote, way, isByBank, isAccountLater } =
    application
  const { ways, goesBack } = quote
  const inVouchers = goesBack.reduce((sum, part) => sum + (part.by === 'voucher' ? part.amount : 0), 0)
  const { setUploading, asking, setAsking, busy, ready, refused, errorAt, form } = useSendApplication(check.orderNo, application)

  return (
    <form className="beside" {...form}>
      <div className="does stack gap-5">
        <ApplyItems items={[...check.items, ...check.lines]} chosen={new Set(chosen.map(({ id }) => id))} onChoose={choose} />
        <TextArea
          name="reason"
          label={m.refund_reason()}
          optional
          maxLength={500}
          value={values.reason}
          error={errorAt('reason')}
          onChange={(event) => draft.change({ reason: event.target.value })}
        />
        {amount > 0 && ways.length > 1 && !isAccountLater && (
          <WayChoice way={way ?? 'card'} onChange={(next) => draft.change({ way: next })} />
        )}
        {amount > 0 && ways.length === 1 && <Callout tone="info">{onlyWayWords(ways[0], isAccountLater)}</Callout>}
        {amount > 0 && inVouchers > 0 && ways[0] !== 'voucher' && (
          <Callout tone="info">{m.refund_part_voucher({ amount: formatMoney(inVouchers) })}</Callout>
        )}
        {isByBank && !isAccountLater && <BankFields values={values} onChange={draft.change} errorAt={errorAt} onBusy={setUploading} />}
        {isForNothing && (
          <CheckField label={m.refund_accept_zero()} checked={acceptZero} onChange={(event) => setAcceptZero(event.target.checked)} />
        )}
      </div>
      <section className={order.card} aria-label={m.refund_amount()}>
        <RefundSum amount={amount} chosen={chosen} penalties={check.penalties} />
        <GoesBack parts={goesBack} byBank={isByBank} />
        <FormProblem refused={refused} />
        <Button
          type="submit"
          wide
          look="danger"
          busy={busy || !ready}
          disabled={!quote.isKnown || chosen.length === 0 || (isForNothing && !acceptZero)}
        >
          {submitWords(chosen.length, amount)}
        </Button>
      </section>
      <ConfirmRefund
        {...{ chosen, amount, busy }}
        penalties={check.penalties}
        open={asking}
        goesTo={isAccountLater && way === 'bank' ? 'later' : (way ?? 'card')}
        back={<GoesBack parts={goesBack} byBank={isByBank} />}
        onClose={() => setAsking(false)}
      />
    </form>
  )
}

const nothing = { ways: [], goesBack: [], isKnown: true } satisfies {
  ways: Way[]
  goesBack: RefundCheckAnswer['goesBack']
  isKnown: boolean
}

/**
 * How what is chosen goes back; while that is asked for, what was known before it was chosen. Where it cannot be had, the ways of the
 * whole order: the application is judged anyway.
 */
function useQuote(check: RefundCheckAnswer, items: Item[], chosen: Item[]) {
  const isAll = chosen.length === items.filter(({ refund }) => refund !== null).length
  const ids = chosen.map(({ id }) => id)
  const query = refundCheckQuery(useApi(), check.orderNo, isAll ? undefined : ids)
  const { data, isPlaceholderData, isError } = useQuery({ ...query, enabled: ids.length > 0, placeholderData: keepPreviousData })
  if (ids.length === 0) return nothing
  if (isError && !data) return { ways: check.ways, goesBack: [], isKnown: true }
  return { ways: data?.ways ?? [], goesBack: data?.goesBack ?? [], isKnown: data !== undefined && !isPlaceholderData }
}

/** What is applied for: kept in this tab while the form is filled in. */
function useApplication(check: RefundCheckAnswer) {
  const { orderNo, ways: open } = check
  const items: Item[] = [...check.items, ...check.lines]
  const member = useMember()
  const [acceptZero, setAcceptZero] = useState(false)
  const draft = useDraft<Draft>(`${member?.id}:refund:${orderNo}`, {
    ...emptyBank(member),
    chosen: items.length === 1 ? items.map(({ id }) => id) : [],
    reason: '',
    way: open[0] ?? 'card',
  })
  const { values } = draft
  const chosen = items.filter(({ id, refund }) => refund !== null && values.chosen.includes(id))
  const amount = chosen.reduce((sum, { refund }) => sum + (refund?.amount ?? 0), 0)
  const isForNothing = chosen.some(({ paid, refund }) => paid > 0 && refund?.amount === 0)
  const quote = useQuote(check, items, chosen)
  // The way chosen before may no longer be possible, or not for what is chosen now.
  const isAccountLater = member?.clubRole === 'booker'
  const way = (isAccountLater ? undefined : quote.ways.find((one) => one === values.way)) ?? quote.ways[0]
  const isByBank = amount > 0 && way === 'bank'
  const choose = (id: string, on: boolean) =>
    draft.change({ chosen: on ? [...values.chosen, id] : values.chosen.filter((one) => one !== id) })
  return { draft, values, chosen, choose, amount, isForNothing, acceptZero, setAcceptZero, quote, way, isByBank, isAccountLater }
}

/** The first submit asks for a confirmation, the second one sends the application. */
function useSendApplication(
  orderNo: string,
  { draft, values, chosen, acceptZero, isByBank, isAccountLater }: ReturnType<typeof useApplication>,
) {
  const namesAccount = isByBank && !isAccountLater
  const api = useApi()
  const navigate = useNavigate()
  const changed = useRefundsChanged()
  const [uploading, setUploading] = useState(false)
  const [asking, setAsking] = useState(false)

  async function send(): Promise<void> {
    const wish = { orderNo, itemIds: chosen.map(({ id }) => id), reason: values.reason, acceptZero }
    if (namesAccount) await api.post<RefundAnswer>('/api/Order/Refund2', { ...wish, ...bankBody(values) })
    else await api.post<RefundAnswer>('/api/Order/Refund', wish)
    draft.clear()
    toast('success', m.refund_sent())
    await changed()
    await navigate({ to: '/member/order/refund', replace: true })
  }
  const submit = useSubmit(
    async () => {
      if (!asking) return setAsking(true)
      try {
        await send()
      } finally {
        setAsking(false)
      }
    },
    { check: () => (namesAccount ? passbookMissing(values, uploading) : []) },
  )
  return { ...submit, setUploading, asking, setAsking }
}

/** `isAccountLater`: a booker of a club does not name its account. */
function onlyWayWords(way: Way | undefined, isAccountLater: boolean): string {
  if (way === 'voucher') return m.refund_way_only_voucher()
  return isAccountLater ? m.refund_way_account_later() : m.refund_way_only_bank()
}

function WayChoice({ way, onChange }: { way: Draft['way']; onChange(way: Draft['way']): void }) {
  return (
    <SegmentedControl
      legend={m.refund_way()}
      hint={way === 'card' ? m.refund_way_card_hint() : m.refund_way_bank_hint()}
      value={way}
      options={[
        { value: 'card', label: m.refund_way_card(), icon: 'card' },
        { value: 'bank', label: m.refund_way_bank(), icon: 'bank' },
      ]}
      onChange={onChange}
    />
  )
}

type Summed = { amount: number; chosen: Item[]; penalties: RefundCheckAnswer['penalties'] }

function RefundSum({ amount, chosen, penalties }: Summed) {
  const count = chosen.length
  return (
    <>
      <p className={style.sum} role="status">
        <span className={style.why}>{m.refund_amount()}</span>
        <b className={style.big}>{formatMoney(amount)}</b>
        {count > 0 && <span className={style.why}>{m.refund_chosen({ count })}</span>}
      </p>
      {count > 0 && <LatePoints chosen={chosen} penalties={penalties} />}
      <p className={style.why}>
        {m.refund_frees()} <Link to="/refund">{m.refund_terms_link()}</Link>
      </p>
    </>
  )
}

function submitWords(count: number, amount: number): string {
  if (count === 0) return m.refund_choose_first()
  return amount === 0 ? m.refund_submit_nothing() : m.refund_submit({ amount: formatMoney(amount) })
}

const sureWords: Record<Way | 'later', () => string> = {
  card: m.refund_sure_card,
  bank: m.refund_sure_bank,
  voucher: m.refund_sure_voucher,
  later: m.refund_sure_later,
}

type Props = Summed & { open: boolean; goesTo: Way | 'later'; back: ReactNode; busy: boolean; onClose(): void }

/** Confirmation before items are refunded: amount and violation points. Stands inside the form that it submits. */
function ConfirmRefund({ open, chosen, amount, penalties, goesTo, back, busy, onClose }: Props) {
  return (
    <Sheet open={open} title={m.refund_sure_title()} onClose={onClose}>
      <div className={style.sure}>
        <p className={style.sum}>
          <span className={style.why}>{m.refund_amount()}</span>
          <b className={style.big}>{amount === 0 ? m.refund_nothing() : formatMoney(amount)}</b>
          {amount > 0 && <span className={style.why}>{sureWords[goesTo]()}</span>}
        </p>
        {back}
        <LatePoints chosen={chosen} penalties={penalties} />
        <p>{m.refund_frees()}</p>
        <SheetActions
          main={
            <Button type="submit" look="danger" busy={busy}>
              {amount === 0 ? m.refund_submit_nothing() : m.refund_sure({ amount: formatMoney(amount) })}
            </Button>
          }
        >
          <Button look="quiet" onClick={onClose}>
            {m.refund_sure_keep()}
          </Button>
        </SheetActions>
      </div>
    </Sheet>
  )
}

/** Points that giving these up costs now, and what points lead to: beside the button, and once more before it is done. */
function LatePoints({ chosen, penalties: { pointsToSuspend, pointDays, suspendDays } }: Pick<Summed, 'chosen' | 'penalties'>) {
  const late = chosen.flatMap((item) => ('start' in item && item.refund?.late ? [{ day: dayOf(new Date(item.start)) }] : []))
  const points = daysWithPoint(late).length
  if (points === 0) return <p className={style.points}>{m.refund_sure_no_point()}</p>
  return (
    <p className={style.points} data-costs>
      {points === 1 ? m.refund_late() : m.refund_sure_points({ points })}
      <small>{m.violation_rule_suspend({ points: pointsToSuspend, within: pointDays, days: suspendDays })}</small>
    </p>
  )
}
