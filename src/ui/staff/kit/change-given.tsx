import { m } from '#i18n/generated/messages.js'
import { formatMoney } from '#i18n/money.ts'
import style from './change-given.module.css'

/** What is handed back, in figures that are read across a desk. */
export function ChangeGiven({ change }: { change: number }) {
  return (
    <p className={style.change}>
      <span>{m.counter_change()}</span>
      <b>{formatMoney(change)}</b>
    </p>
  )
}
