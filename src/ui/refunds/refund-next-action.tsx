import { m } from '#i18n/generated/messages.js'
import type { RefundAnswer } from '#modules/refunds/wire.ts'
import { useMember } from '#ui/accounts/member-queries.ts'
import { Button } from '#ui/kit/button.tsx'
import { Callout } from '#ui/kit/callout.tsx'
import { useDraft } from '#ui/kit/draft.ts'
import { FormProblem } from '#ui/kit/form-problem.tsx'
import { Sheet, SheetActions } from '#ui/kit/sheet.tsx'
import { toast } from '#ui/kit/toast.tsx'
import { useSubmit } from '#ui/kit/use-submit.ts'
import order from '#ui/orders/order.module.css'
import { useApi } from '#ui/session/use-api.ts'
import { useState } from 'react'
import { BankFields, bankBody, emptyBank, passbookMissing, type BankDraft } from './bank-fields.tsx'
import { useRefundsChanged } from './refund-queries.ts'
import style from './refunds.module.css'

/** A refund that waits for the member: retry to the card, or give a bank account. */
export function RefundNextAction({ refund: { refundNo, nextWays, status, way } }: { refund: RefundAnswer }) {
  const [open, setOpen] = useState(false)
  const isBooker = useMember()?.clubRole === 'booker'
  if (nextWays.length === 0) return null
  if (isBooker) return <Callout tone="due">{m.refund_waits_for_club()}</Callout>
  return (
    <Callout tone="due" title={status === 'approved' ? m.refund_needs_account() : m.refund_needs_way()}>
      <div className={style.ways}>
        <p>{waitsBecause(status, way)}</p>
        {nextWays.includes('card') && <RetryCard refundNo={refundNo} />}
        <Button look="secondary" className={order.small} onClick={() => setOpen(true)}>
          {m.refund_give_account()}
        </Button>
      </div>
      <Sheet open={open} title={m.refund_give_account()} onClose={() => setOpen(false)}>
        <AccountForm refundNo={refundNo} onDone={() => setOpen(false)} />
      </Sheet>
    </Callout>
  )
}

function waitsBecause(status: RefundAnswer['status'], way: RefundAnswer['way']): string {
  if (status === 'approved') return m.refund_needs_account_text()
  if (status === 'rejected') return m.refund_rejected_text()
  return way === 'card' ? m.refund_card_refused() : m.refund_bank_failed()
}

function RetryCard({ refundNo }: { refundNo: string }) {
  const api = useApi()
  const changed = useRefundsChanged()
  const { busy, refused, form } = useSubmit(async () => {
    await api.post<RefundAnswer>('/api/Order/Refund/Retry', { refundNo })
    toast('success', m.refund_retried())
    await changed()
  })
  return (
    <form {...form}>
      <FormProblem refused={refused} />
      <Button type="submit" className={order.small} busy={busy}>
        {m.refund_retry()}
      </Button>
    </form>
  )
}

function AccountForm({ refundNo, onDone }: { refundNo: string; onDone(): void }) {
  const api = useApi()
  const member = useMember()
  const changed = useRefundsChanged()
  const [uploading, setUploading] = useState(false)
  const draft = useDraft<BankDraft>(`${member?.id}:account:${refundNo}`, emptyBank(member))
  const { busy, refused, errorAt, form } = useSubmit(
    async () => {
      await api.post<RefundAnswer>('/api/Order/Refund/Account', { refundNo, ...bankBody(draft.values) })
      draft.clear()
      onDone()
      toast('success', m.refund_account_sent())
      await changed()
    },
    { check: () => passbookMissing(draft.values, uploading) },
  )
  return (
    <form className="stack gap-4" {...form}>
      <BankFields values={draft.values} onChange={draft.change} errorAt={errorAt} onBusy={setUploading} />
      <FormProblem refused={refused} />
      <SheetActions
        main={
          <Button type="submit" busy={busy}>
            {m.refund_account_send()}
          </Button>
        }
      />
    </form>
  )
}
