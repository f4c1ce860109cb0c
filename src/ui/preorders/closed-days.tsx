import { m } from '#i18n/generated/messages.js'
import { getLocale } from '#i18n/generated/runtime.js'
import { joinList } from '#i18n/join.ts'
import type { Day } from '#lib/zone.ts'
import style from './preorder-card.module.css'
import { dayShort } from './preorder-words.ts'

/** Days of the season on which the centre is closed, and which are not counted. */
export function ClosedDays({ days }: { days: readonly Day[] }) {
  if (days.length === 0) return null
  const said = joinList(days.map(dayShort), getLocale())
  return (
    <p className={style.closed}>
      {days.length === 1 ? m.preorder_closed_left_out_one({ days: said }) : m.preorder_closed_left_out({ count: days.length, days: said })}
    </p>
  )
}
