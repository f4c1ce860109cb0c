import { m } from '#i18n/generated/messages.js'
import { formatMoney } from '#i18n/money.ts'
import type { RefundCheckAnswer } from '#modules/refunds/wire.ts'
import { untilWords } from '#ui/orders/order-words.ts'
import { Ticket } from '#ui/orders/ticket.tsx'
import { useId } from 'react'
import style from './refunds.module.css'

type Item = RefundCheckAnswer['items'][number]
type Props = { items: Item[]; chosen: ReadonlySet<string>; onChoose(id: string, on: boolean): void }

/** Which items, and what each gives back: read before anything is sent. */
export function ApplyItems({ items, chosen, onChoose }: Props) {
  return (
    <fieldset className={style.items}>
      <legend>{m.refund_choose()}</legend>
      <ul>
        {items.map((item) => (
          <li key={item.id} data-chosen={chosen.has(item.id) || undefined}>
            <Choice item={item} isChosen={chosen.has(item.id)} onChoose={(on) => onChoose(item.id, on)} />
          </li>
        ))}
      </ul>
    </fieldset>
  )
}

function Choice({ item, isChosen, onChoose }: { item: Item; isChosen: boolean; onChoose(on: boolean): void }) {
  const id = useId()
  const { refund } = item
  return (
    <div className={style.choice}>
      <input
        id={id}
        type="checkbox"
        checked={isChosen}
        disabled={refund === null}
        aria-describedby={`${id}-why`}
        onChange={(event) => onChoose(event.target.checked)}
      />
      <div>
        <label htmlFor={id}>
          <Ticket item={item} gone={refund === null} aside={refund && <b className={style.back}>{formatMoney(refund.amount)}</b>} />
        </label>
        <p id={`${id}-why`} className={style.why}>
          {item.reason}
          {refund && ` · ${m.refund_of_paid({ paid: formatMoney(item.paid) })}`}
          {refund && refund.percent > 0 && ` · ${untilWords(refund.until)}`}
          {refund?.late && <span className={style.late}>{m.refund_late()}</span>}
        </p>
      </div>
    </div>
  )
}
