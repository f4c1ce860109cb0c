import { m } from '#i18n/generated/messages.js'
import type { PlanAnswer } from '#modules/lockers/wire.ts'
import style from './lockers.module.css'

/** Terms of a rental, shown beside the button. */
export function LockerTerms({
  plan: { payDays, renewDays, clearDays },
}: {
  plan: Pick<PlanAnswer, 'payDays' | 'renewDays' | 'clearDays'>
}) {
  return (
    <ul className={style.terms} aria-label={m.locker_terms()}>
      <li>{m.locker_terms_pay({ days: payDays })}</li>
      <li>{m.locker_terms_renew({ days: renewDays })}</li>
      <li>{m.locker_terms_return()}</li>
      <li>{m.locker_terms_overdue({ days: clearDays })}</li>
    </ul>
  )
}
