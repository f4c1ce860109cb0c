import { formatPeriod } from '#i18n/dates.ts'
import { m } from '#i18n/generated/messages.js'
import { getLocale } from '#i18n/generated/runtime.js'
import { formatMoney } from '#i18n/money.ts'
import type { OrderStoryAnswer } from '#modules/desk/orders-wire.ts'
import type { CancelRefund } from '#modules/desk/wire.ts'
import { Callout } from '#ui/kit/callout.tsx'
import { CheckField, TextField } from '#ui/kit/field.tsx'
import { FormProblem } from '#ui/kit/form-problem.tsx'
import { Sheet, SheetActions } from '#ui/kit/sheet.tsx'
import { toast } from '#ui/kit/toast.tsx'
import { useSubmit } from '#ui/kit/use-submit.ts'
import { CancelGivesBack } from '#ui/staff/kit/cancel-gives-back.tsx'
import { StaffButton } from '#ui/staff/kit/staff-button.tsx'
import { WhoCancels } from '#ui/staff/kit/who-cancels.tsx'
import { useId, useState } from 'react'
import style from './order-panel.module.css'
import { useOrderCall } from '#ui/staff/kit/use-order-call.ts'

/** What is cancelled: a booking, or a line without a court and a period. */
type Thing = { id: string; words: string; refundByRule: number | null; refundInFull: number }

const bookingsOf = (order: OrderStoryAnswer): Thing[] =>
  order.items
    .filter(({ locked }) => locked === null)
    .map(({ facility, court, start, end, ...item }) => ({
      ...item,
      words: `${facility.name} ${court}　${formatPeriod(new Date(start), new Date(end), getLocale())}`,
    }))

const linesOf = (order: OrderStoryAnswer): Thing[] =>
  order.lines
    .filter(({ locked }) => locked === null)
    .map(({ words, count, ...line }) => ({ ...line, words: count === 1 ? words : `${words} ×${count}` }))

/** What goes back for these as the terms say; null where they give no answer for one of them. */
const backByRule = (things: Pick<Thing, 'refundByRule'>[]): number | null =>
  things.reduce<number | null>((sum, { refundByRule }) => (sum === null || refundByRule === null ? null : sum + refundByRule), 0)

type Props = { order: OrderStoryAnswer; onClose(): void }
type How = { refund: CancelRefund; reason: string }

/** The order as it was when the sheet opened: what another desk does meanwhile is refused, and not confirmed unseen. */
function useAsOpened(latest: OrderStoryAnswer): OrderStoryAnswer {
  const [order] = useState(latest)
  return order
}

/** Cancels bookings of the order: says before what goes back and who is told. */
export function CancelSheet({ order: latest, onClose }: Props) {
  const order = useAsOpened(latest)
  const call = useOrderCall()
  const send = (ids: readonly string[], how: How) => {
    const items = order.items.filter(({ id }) => ids.includes(id)).map(({ id, moves }) => ({ id, moves }))
    return call<{ back: number }>('/api/Staff/Order/Cancel', { orderNo: order.orderNo, items, ...how })
  }
  const words = {
    title: m.staff_order_cancel(),
    which: m.staff_order_cancel_which(),
    none: m.staff_order_cancel_none(),
    keep: m.staff_order_keep(),
    lead: m.board_cancel_lead(),
  }
  return <CancelThings {...{ order, onClose, send, words }} things={bookingsOf(order)} isChosenSingly />
}

/** Cancels what an order is for besides courts. One that is not paid goes as a whole. */
export function CancelLinesSheet({ order: latest, onClose }: Props) {
  const order = useAsOpened(latest)
  const call = useOrderCall()
  const send = (lines: readonly string[], how: How) =>
    call<{ back: number }>('/api/Staff/Order/Line/Cancel', { orderNo: order.orderNo, lines, ...how })
  const isPaid = order.status !== 'awaiting-payment'
  const words = {
    title: m.staff_order_cancel_lines(),
    which: m.staff_order_cancel_lines_which(),
    none: m.staff_order_cancel_lines_none(),
    keep: m.staff_order_keep_lines(),
    lead: isPaid ? m.staff_order_cancel_lines_lead() : m.staff_order_cancel_unpaid_lead(),
  }
  return <CancelThings {...{ order, onClose, send, words }} things={linesOf(order)} isChosenSingly={isPaid} />
}

type ThingsProps = Props & {
  things: Thing[]
  words: Record<'title' | 'which' | 'none' | 'keep' | 'lead', string>
  /** False: all of them or none. */
  isChosenSingly: boolean
  send(ids: readonly string[], how: How): Promise<{ back: number }>
}

function CancelThings({ order, things: open, words, isChosenSingly, send, onClose }: ThingsProps) {
  const isPaid = order.status !== 'awaiting-payment'
  const [left, setLeft] = useState<readonly string[]>([])
  const chosen = open.filter(({ id }) => !left.includes(id))
  const byRule = isPaid ? backByRule(chosen) : null
  const [wanted, setWanted] = useState<CancelRefund>('rule')
  const refund = isPaid && byRule === null ? 'full' : wanted
  const { busy, refused, errorAt, form } = useSubmit(
    async (data) => {
      const { back } = await send(
        chosen.map(({ id }) => id),
        { refund, reason: String(data.get('reason')) },
      )
      toast('success', m.board_cancelled({ amount: formatMoney(back) }))
      onClose()
    },
    { check: () => (chosen.length === 0 ? [{ path: 'items', message: words.none }] : []) },
  )
  const noneChosen = errorAt('items')
  return (
    <Sheet open title={words.title} onClose={onClose}>
      <form className="stack gap-4" {...form}>
        {isChosenSingly && open.length > 1 && <Which {...{ open, left, legend: words.which, onChange: setLeft }} />}
        {noneChosen && <Callout tone="error" title={noneChosen} role="alert" />}
        {(isPaid || isChosenSingly) && (
          <WhoCancels
            {...{ isPaid, byRule, refund }}
            inFull={chosen.reduce((sum, { refundInFull }) => sum + refundInFull, 0)}
            className={style.choice}
            onChoose={setWanted}
          />
        )}
        {isPaid && <CancelGivesBack orderNo={order.orderNo} ids={chosen.map(({ id }) => id)} refund={refund} />}
        <p>{words.lead}</p>
        <Reason error={errorAt('reason')} />
        <FormProblem refused={noneChosen ? undefined : refused} />
        <SheetActions
          main={
            <StaffButton type="submit" look="danger" busy={busy}>
              {m.staff_order_cancel_confirm()}
            </StaffButton>
          }
        >
          <StaffButton look="quiet" onClick={onClose}>
            {words.keep}
          </StaffButton>
        </SheetActions>
      </form>
    </Sheet>
  )
}

type WhichProps = { open: Thing[]; left: readonly string[]; legend: string; onChange(left: readonly string[]): void }

function Which({ open, left, legend, onChange }: WhichProps) {
  return (
    <fieldset className={style.choice}>
      <legend>{legend}</legend>
      {open.map(({ id, words }) => (
        <CheckField
          key={id}
          label={words}
          checked={!left.includes(id)}
          onChange={({ target: { checked } }) => onChange(checked ? left.filter((one) => one !== id) : [...left, id])}
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
