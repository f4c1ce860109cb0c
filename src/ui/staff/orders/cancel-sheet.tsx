import { formatPeriod } from '#i18n/dates.ts'
import { m } from '#i18n/generated/messages.js'
import { getLocale } from '#i18n/generated/runtime.js'
import { formatMoney } from '#i18n/money.ts'
import type { OrderStoryAnswer } from '#modules/desk/orders-wire.ts'
import type { CancelRefund } from '#modules/desk/wire.ts'
import { Callout } from '#ui/kit/callout.tsx'
import { CheckField, TextField } from '#ui/kit/field.tsx'
import { FormProblem } from '#ui/kit/form-problem.tsx'
import { Sheet } from '#ui/kit/sheet.tsx'
import { toast } from '#ui/kit/toast.tsx'
import { useSubmit } from '#ui/kit/use-submit.ts'
import { StaffButton } from '#ui/staff/kit/staff-button.tsx'
import { WhoCancels } from '#ui/staff/kit/who-cancels.tsx'
import { useId, useState } from 'react'
import style from './order-panel.module.css'
import { useOrderCall } from '#ui/staff/kit/use-order-call.ts'

type Item = OrderStoryAnswer['items'][number]

/** What goes back for these bookings as the terms say; null where they give no answer for one of them. */
const backByRule = (items: Pick<Item, 'refundByRule'>[]): number | null =>
  items.reduce<number | null>((sum, { refundByRule }) => (sum === null || refundByRule === null ? null : sum + refundByRule), 0)

/** Cancels bookings of the order: says before what goes back and who is told. */
export function CancelSheet({ order: latest, onClose }: { order: OrderStoryAnswer; onClose(): void }) {
  // As it was when the sheet opened: what another desk did meanwhile is refused, and not confirmed unseen.
  const [order] = useState(latest)
  const call = useOrderCall()
  const open = order.items.filter(({ locked }) => locked === null)
  const [left, setLeft] = useState<readonly string[]>([])
  const chosen = open.filter(({ id }) => !left.includes(id))
  const isPaid = order.status !== 'awaiting-payment'
  const byRule = isPaid ? backByRule(chosen) : null
  const [wanted, setWanted] = useState<CancelRefund>('rule')
  const refund = isPaid && byRule === null ? 'full' : wanted
  const { busy, refused, errorAt, form } = useSubmit(
    async (data) => {
      const items = chosen.map(({ id, moves }) => ({ id, moves }))
      const body = { orderNo: order.orderNo, items, refund, reason: String(data.get('reason')) }
      const { back } = await call<{ back: number }>('/api/Staff/Order/Cancel', body)
      toast('success', m.board_cancelled({ amount: formatMoney(back) }))
      onClose()
    },
    { check: () => (chosen.length === 0 ? [{ path: 'items', message: m.staff_order_cancel_none() }] : []) },
  )
  const noneChosen = errorAt('items')
  return (
    <Sheet open title={m.staff_order_cancel()} onClose={onClose}>
      <form className="stack gap-4" {...form}>
        {open.length > 1 && <Which {...{ open, left, onChange: setLeft }} />}
        {noneChosen && <Callout tone="error" title={noneChosen} role="alert" />}
        <WhoCancels
          {...{ isPaid, byRule, refund }}
          inFull={chosen.reduce((sum, { refundInFull }) => sum + refundInFull, 0)}
          className={style.choice}
          onChoose={setWanted}
        />
        <p>{m.board_cancel_lead()}</p>
        <Reason error={errorAt('reason')} />
        <FormProblem refused={noneChosen ? undefined : refused} />
        <div className="cluster">
          <StaffButton type="submit" look="danger" busy={busy}>
            {m.staff_order_cancel_confirm()}
          </StaffButton>
          <StaffButton look="quiet" onClick={onClose}>
            {m.staff_order_keep()}
          </StaffButton>
        </div>
      </form>
    </Sheet>
  )
}

function Which({ open, left, onChange }: { open: Item[]; left: readonly string[]; onChange(left: readonly string[]): void }) {
  return (
    <fieldset className={style.choice}>
      <legend>{m.staff_order_cancel_which()}</legend>
      {open.map((item) => (
        <CheckField
          key={item.id}
          label={`${item.facility.name} ${item.court}　${formatPeriod(new Date(item.start), new Date(item.end), getLocale())}`}
          checked={!left.includes(item.id)}
          onChange={({ target: { checked } }) => onChange(checked ? left.filter((id) => id !== item.id) : [...left, item.id])}
        />
      ))}
    </fieldset>
  )
}

/** Typed, or chosen from what is usual. */
function Reason({ error }: { error: string | undefined }) {
  const id = useId()
  return (
    <>
      <TextField label={m.board_reason()} name="reason" maxLength={200} list={id} autoComplete="off" error={error} />
      <datalist id={id}>
        {[m.board_reason_member(), m.board_reason_fault()].map((one) => (
          <option key={one}>{one}</option>
        ))}
      </datalist>
    </>
  )
}
