import { m } from '#i18n/generated/messages.js'
import { formatMoney } from '#i18n/money.ts'
import type { RefundCheckAnswer } from '#modules/refunds/wire.ts'
import { TickBox } from '#ui/kit/control.tsx'
import { untilWords } from '#ui/orders/order-words.ts'
import { Ticket } from '#ui/orders/ticket.tsx'
import { useId, type ReactNode } from 'react'
import style from './apply-items.module.css'

/** A booking, or a line without a court. */
export type Item = RefundCheckAnswer['items'][number] | RefundCheckAnswer['lines'][number]
type Props = { items: Item[]; chosen: ReadonlySet<string>; onChoose(id: string, on: boolean): void }

/** Choice of the items to refund, with their amounts. */
export function ApplyItems({ items, chosen, onChoose }: Props) {
  return (
    <fieldset className={style.items}>
      <legend>{m.refund_choose()}</legend>
      <ul>
        {items.map((item) => (
          <li key={item.id} data-chosen={chosen.has(item.id) || undefined} data-gone={item.refund === null || undefined}>
            <Choice item={item} isChosen={chosen.has(item.id)} onChoose={(on) => onChoose(item.id, on)} />
          </li>
        ))}
      </ul>
    </fieldset>
  )
}

export function ItemWords({ item, gone = false, aside }: { item: Item; gone?: boolean; aside?: ReactNode }) {
  if ('venue1stId' in item) return <Ticket item={item} gone={gone} aside={aside} />
  return (
    <p data-gone={gone || undefined}>
      {item.count === 1 ? item.words : m.order_line_count({ text: item.words, count: item.count })} {aside}
    </p>
  )
}

function Choice({ item, isChosen, onChoose }: { item: Item; isChosen: boolean; onChoose(on: boolean): void }) {
  const id = useId()
  const { refund } = item
  return (
    <>
      <div className={style.choice}>
        <TickBox
          id={id}
          checked={isChosen}
          disabled={refund === null}
          aria-describedby={`${id}-why`}
          onChange={(event) => onChoose(event.target.checked)}
        />
        <label htmlFor={id}>
          <ItemWords item={item} gone={refund === null} />
        </label>
      </div>
      <div id={`${id}-why`} className={style.back}>
        <p className={style.why}>{item.reason}</p>
        {refund && (
          <p className={style.amount} data-none={refund.amount === 0 || undefined}>
            <b>{refund.amount === 0 ? m.refund_nothing() : formatMoney(refund.amount)}</b>
            <span>{m.refund_of_paid({ paid: formatMoney(item.paid) })}</span>
          </p>
        )}
        {refund && refund.percent > 0 && <p className={style.until}>{untilWords(refund.until)}</p>}
        {refund && 'late' in refund && refund.late && <p className={style.late}>{m.refund_late()}</p>}
      </div>
    </>
  )
}
