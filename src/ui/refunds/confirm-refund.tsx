import { m } from '#i18n/generated/messages.js'
import { formatMoney } from '#i18n/money.ts'
import { dayOf } from '#lib/zone.ts'
import { daysWithPoint } from '#modules/violations/rules.ts'
import { Button } from '#ui/kit/button.tsx'
import { Sheet } from '#ui/kit/sheet.tsx'
import type { Item } from './apply-items.tsx'
import style from './refunds.module.css'

type Props = { open: boolean; chosen: Item[]; amount: number; way: 'card' | 'bank'; busy: boolean; onClose(): void }

/** Confirmation before items are refunded: amount and violation points. Stands inside the form that it submits. */
export function ConfirmRefund({ open, chosen, amount, way, busy, onClose }: Props) {
  const late = chosen.flatMap((item) => ('start' in item && item.refund?.late ? [{ day: dayOf(new Date(item.start)) }] : []))
  const points = daysWithPoint(late).length
  return (
    <Sheet open={open} title={m.refund_sure_title()} onClose={onClose}>
      <div className={style.sure}>
        <p className={style.sum}>
          <span className={style.why}>{m.refund_amount()}</span>
          <b className={style.big}>{amount === 0 ? m.refund_nothing() : formatMoney(amount)}</b>
          {amount > 0 && <span className={style.why}>{way === 'card' ? m.refund_sure_card() : m.refund_sure_bank()}</span>}
        </p>
        <p data-costs={points > 0 || undefined}>
          {points === 0 ? m.refund_sure_no_point() : points === 1 ? m.refund_late() : m.refund_sure_points({ points })}
        </p>
        <p>{m.refund_frees()}</p>
        <Button type="submit" look="danger" wide busy={busy}>
          {amount === 0 ? m.refund_submit_nothing() : m.refund_sure({ amount: formatMoney(amount) })}
        </Button>
        <Button look="quiet" wide onClick={onClose}>
          {m.refund_sure_keep()}
        </Button>
      </div>
    </Sheet>
  )
}
