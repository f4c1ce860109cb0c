import { m } from '#i18n/generated/messages.js'
import type { WishAnswer } from '#modules/waiting/wire.ts'
import { useApi } from '#ui/session/use-api.ts'
import { ButtonLink } from '#ui/kit/button.tsx'
import { EmptyCourt } from '#ui/kit/empty-court.tsx'
import { OrderCard } from '#ui/orders/order-card.tsx'
import list from '#ui/orders/order-list.module.css'
import { orderQuery } from '#ui/orders/order-queries.ts'
import type { WishSearch } from '#ui/orders/order-search.ts'
import { OrderTabs } from '#ui/orders/order-tabs.tsx'
import order from '#ui/orders/order.module.css'
import { useQuery } from '@tanstack/react-query'
import style from './waiting.module.css'
import { WishButton } from './wish-button.tsx'
import { PastWish, WishCard } from './wish-card.tsx'
import { WishForm } from './wish-form.tsx'
import { wishesQuery } from './wish-queries.ts'
import { readWishSearch } from './wish-values.ts'

/** The member's wishes: what is held now, what is waited for with the place in line, and what became of earlier ones. */
export function WishesPage({ search }: { search: WishSearch }) {
  const { data } = useQuery(wishesQuery(useApi()))
  const asked = readWishSearch(search)
  return (
    <div className={list.page} data-long-rows>
      <header>
        <h1>{m.wishes_title()}</h1>
        <p className={list.lead}>{m.wishes_lead()}</p>
      </header>
      <OrderTabs here="wishes" />
      {asked && (
        <section className={order.card} aria-labelledby="wish-form">
          <h2 id="wish-form" className={style.title}>
            {m.wish_title()}
          </h2>
          <WishForm initial={asked} onDone={() => {}} />
        </section>
      )}
      {data ? (
        <Wishes items={data.items} openAtMost={data.openAtMost} asks={asked !== undefined} />
      ) : (
        <div className={list.skeleton} role="progressbar" aria-label={m.nav_loading()} />
      )}
    </div>
  )
}

function Wishes({ items, openAtMost, asks }: { items: WishAnswer[]; openAtMost: number; asks: boolean }) {
  const open = items.filter(({ status }) => status === 'open')
  const past = items.filter(({ status }) => status !== 'open' && status !== 'offered')
  return (
    <>
      {items.map(({ id, status, order: offer }) => status === 'offered' && offer && <Offered key={id} orderNo={offer.orderNo} />)}
      {open.length > 0 && (
        <section className={style.section} aria-labelledby="wishes-open">
          <div className="bar">
            <h2 id="wishes-open" className={style.title}>
              {m.wishes_waiting()}
            </h2>
            <p className={order.number}>{m.wishes_at_most({ open: open.length, most: openAtMost })}</p>
          </div>
          {open.map((wish) => (
            <WishCard key={wish.id} wish={wish} />
          ))}
        </section>
      )}
      {items.length === 0 && !asks && (
        <EmptyCourt>
          <p>{m.wishes_none()}</p>
          <ButtonLink to="/venues" look="secondary">
            {m.wishes_browse()}
          </ButtonLink>
        </EmptyCourt>
      )}
      {!asks && open.length < openAtMost && (
        <div className={order.actions}>
          <WishButton initial={{}} className={order.small} />
        </div>
      )}
      {past.length > 0 && (
        <section className={style.section} aria-labelledby="wishes-past">
          <h2 id="wishes-past" className={style.title}>
            {m.wishes_past()}
          </h2>
          <ul className={`${order.card} ${style.past}`}>
            {past.map((wish) => (
              <PastWish key={wish.id} wish={wish} />
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

/** What is held for the member: an order with its countdown, to be paid, accepted or declined. */
function Offered({ orderNo }: { orderNo: string }) {
  const { data } = useQuery(orderQuery(useApi(), orderNo))
  return data ? <OrderCard order={data} /> : <div className={list.skeleton} role="progressbar" aria-label={m.nav_loading()} />
}
