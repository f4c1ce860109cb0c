import { formatMoment } from '#i18n/dates.ts'
import { m } from '#i18n/generated/messages.js'
import { getLocale } from '#i18n/generated/runtime.js'
import { formatMoney } from '#i18n/money.ts'
import type { PreOrderDetail as Detail } from '#modules/preorders/wire.ts'
import { useMay } from '#ui/session/may.ts'
import { useApi } from '#ui/session/use-api.ts'
import { FileList } from '#ui/files/file-list.tsx'
import { ButtonLink } from '#ui/kit/button.tsx'
import { Facts } from '#ui/kit/facts.tsx'
import { CalendarButton } from '#ui/orders/calendar-button.tsx'
import detail from '#ui/orders/order-detail.module.css'
import order from '#ui/orders/order.module.css'
import { PaperButtons } from '#ui/papers/paper-buttons.tsx'
import { useQuery } from '@tanstack/react-query'
import { HeldLines } from './held-lines.tsx'
import { MissingDocuments } from './missing-documents.tsx'
import { NextStep } from './next-step.tsx'
import { preOrderQuery, usePreOrdersChanged } from './preorder-queries.ts'
import { kindWord } from './preorder-words.ts'
import { PreOrderChip } from './state-chip.tsx'
import { ConfirmButton } from '#ui/kit/confirm-button.tsx'
import { toast } from '#ui/kit/toast.tsx'

/** One pre-order in full. */
export function PreOrderDetail({ orderNo }: { orderNo: string }) {
  const { data: preOrder } = useQuery(preOrderQuery(useApi(), orderNo))
  const isForOthers = !useMay('PUT /api/PreOrder/Community')
  if (!preOrder) return <div className={detail.skeleton} role="progressbar" aria-label={m.nav_loading()} />
  const { status, amount, payOrderNo } = preOrder
  const may = { ...preOrder.may, ...(isForOthers && { edit: false, cancel: false, addDocuments: false }) }
  const hasOrder = payOrderNo !== null && (status === 'approved' || status === 'confirmed')
  return (
    <div className="stack gap-5">
      <header className={detail.head}>
        <h1>{preOrder.title || m.preorder_untitled()}</h1>
        <PreOrderChip state={status} />
      </header>
      <NextStep preOrder={preOrder} />
      {may.addDocuments && status === 'needs-documents' && (
        <MissingDocuments key={`${orderNo} ${preOrder.changedAt}`} preOrder={preOrder} />
      )}
      <section className={order.card} aria-label={m.preorder_lines()}>
        <HeldLines preOrder={preOrder} />
        <div className={order.foot}>
          <p className={order.amount}>
            <span>{m.preorder_fee()}</span>
            <b>{amount === 0 ? m.orders_free() : formatMoney(amount)}</b>
          </p>
          <div className={order.actions}>
            {hasOrder && <CalendarButton orderNo={payOrderNo} />}
            {may.edit && (
              <ButtonLink to="/member/order/schedule/create" search={{ edit: orderNo }} look="secondary" className={order.small}>
                {m.preorder_edit()}
              </ButtonLink>
            )}
            {may.cancel && <CancelPreOrder orderNo={orderNo} />}
          </div>
        </div>
      </section>
      <PreOrderFacts preOrder={preOrder} />
      {status !== 'draft' && <PaperButtons path={`/api/Paper/Season/${orderNo}`} />}
      {status !== 'needs-documents' && preOrder.documents.length > 0 && <Documents preOrder={preOrder} />}
      {may.addDocuments && status !== 'needs-documents' && <MissingDocuments key={orderNo} preOrder={preOrder} />}
    </div>
  )
}

function Documents({ preOrder: { documents, roundDetail } }: { preOrder: Detail }) {
  const files = documents.map(({ fileId, kind, name, ...rest }) => ({
    id: fileId,
    name: `${kindWord(roundDetail, kind)} · ${name}`,
    ...rest,
  }))
  return (
    <section className={order.card}>
      <FileList title={m.preorder_step_documents()} files={files} />
    </section>
  )
}

function PreOrderFacts({ preOrder }: { preOrder: Detail }) {
  const moment = (at: string) => formatMoment(new Date(at), getLocale())
  return (
    <Facts
      facts={[
        [m.preorder_number(), preOrder.orderNo],
        [m.preorder_round(), preOrder.round.name],
        preOrder.submittedAt && [m.preorder_submitted_at(), moment(preOrder.submittedAt)],
        [m.preorder_field_headcount(), String(preOrder.headcount)],
        [m.preorder_contact(), `${preOrder.contactName} · ${preOrder.contactPhone}`],
        preOrder.purpose && [m.preorder_field_purpose(), preOrder.purpose],
      ]}
    />
  )
}

/** Cancels a pre-order: its dates are free for others at once. */
function CancelPreOrder({ orderNo }: { orderNo: string }) {
  const api = useApi()
  const changed = usePreOrdersChanged()
  async function cancel(): Promise<void> {
    await api.post('/api/PreOrder/Community/Cancel', { orderNo })
    toast('success', m.preorder_cancelled_toast())
    await changed()
  }
  return (
    <ConfirmButton
      label={m.preorder_cancel()}
      title={m.preorder_cancel_title()}
      confirmLabel={m.preorder_cancel_sure()}
      cancelLabel={m.preorder_keep()}
      className={order.small}
      onConfirm={cancel}
    >
      <p>{m.preorder_cancel_text()}</p>
    </ConfirmButton>
  )
}
