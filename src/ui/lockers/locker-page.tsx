import { m } from '#i18n/generated/messages.js'
import type { RentalAnswer } from '#modules/lockers/wire.ts'
import { useApi } from '#ui/session/use-api.ts'
import { Chip } from '#ui/kit/chip.tsx'
import detail from '#ui/orders/order-detail.module.css'
import { useQuery } from '@tanstack/react-query'
import { mineQuery, planQuery } from './locker-queries.ts'
import { planFilter, type LockerSearch } from './locker-search.ts'
import { dayWord, statusOf } from './locker-words.ts'
import style from './lockers.module.css'
import { MyLocker } from './my-locker.tsx'
import { PlanSection } from './plan-section.tsx'

/** The member's locker, and the plan of all lockers. */
export function LockerPage({ search }: { search: LockerSearch }) {
  const api = useApi()
  const { data: plan } = useQuery(planQuery(api))
  const { data: mine } = useQuery(mineQuery(api))
  if (!plan || !mine) return <div className={detail.skeleton} role="progressbar" aria-label={m.nav_loading()} />
  return (
    <div className="stack gap-5">
      <header>
        <h1 className={style.heading}>{m.locker_title()}</h1>
        <p className={style.lead}>{m.locker_lead()}</p>
      </header>
      {mine.current && <MyLocker rental={mine.current} plan={plan} serverTime={mine.serverTime} />}
      <PlanSection plan={plan} hasOne={mine.current !== null} filter={planFilter(search, plan.sizes)} />
      {mine.past.length > 0 && <Past rentals={mine.past} />}
    </div>
  )
}

function Past({ rentals }: { rentals: RentalAnswer[] }) {
  return (
    <section className="stack gap-4" aria-labelledby="past-title">
      <h2 id="past-title">{m.locker_past()}</h2>
      <ul className={style.past}>
        {rentals.map(({ id, number, sizeName, status, startsAt, closedAt }) => (
          <li key={id}>
            <b>{number}</b>
            <span>
              {sizeName}
              {startsAt && closedAt && ` · ${m.locker_from_to({ from: dayWord(startsAt), to: dayWord(closedAt) })}`}
            </span>
            <Chip tone={statusOf[status].tone}>{statusOf[status].word()}</Chip>
          </li>
        ))}
      </ul>
    </section>
  )
}
