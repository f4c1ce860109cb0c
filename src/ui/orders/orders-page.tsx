import type { ReactNode } from 'react'
import { FeedLink } from './calendar-button.tsx'
import { OrderList } from './order-list.tsx'
import style from './order-list.module.css'
import { orderFilter, type OrderListPath, type OrderSearch } from './order-search.ts'
import { OrderTabs } from './order-tabs.tsx'
import type { OrderKind } from './order-queries.ts'

type Props = {
  path: OrderListPath
  kind: OrderKind
  search: OrderSearch
  title: string
  lead: string
  calendar?: boolean
  children?: ReactNode
}

export function OrdersPage({ path, kind, search, title, lead, calendar = false, children }: Props) {
  return (
    <div className={style.page} data-long-rows>
      <header>
        <h1>{title}</h1>
        <p className={style.lead}>{lead}</p>
        <FeedLink className={style.feed} />
      </header>
      <OrderTabs here={path} />
      <OrderList path={path} filter={orderFilter(kind, search)} calendar={calendar} />
      {children}
    </div>
  )
}
