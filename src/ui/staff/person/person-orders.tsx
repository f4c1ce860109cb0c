import { formatDate, formatMoment } from '#i18n/dates.ts'
import { m } from '#i18n/generated/messages.js'
import { getLocale } from '#i18n/generated/runtime.js'
import { formatMoney } from '#i18n/money.ts'
import type { PersonCardAnswer } from '#modules/people/wire.ts'
import { screenAt } from '#navigation/staff-screens.ts'
import { Chip } from '#ui/kit/chip.tsx'
import { stateTone, stateWord } from '#ui/orders/order-words.ts'
import { useViewer } from '#ui/session/viewer.ts'
import { DataTable, type Column } from '#ui/staff/kit/data-table.tsx'
import { Panel } from '#ui/staff/kit/staff-page.tsx'
import { StaffButtonLink } from '#ui/staff/kit/staff-button.tsx'
import { toLocation } from '#ui/kit/to-location.ts'
import { Link } from '@tanstack/react-router'
import style from './person.module.css'

type Order = PersonCardAnswer['orders'][number]

/** Bookings and money: the newest orders, and the sums of all. */
export function PersonOrders({ card: { orders, money } }: { card: PersonCardAnswer }) {
  const hasScreen = screenAt('/staff/orders', useViewer()?.roles ?? []) !== undefined
  return (
    <Panel title={m.person_orders()}>
      <dl className={style.figures}>
        <Figure label={m.person_paid()} amount={money.paid} />
        <Figure label={m.person_given_back()} amount={money.givenBack} />
        <Figure label={m.person_owed()} amount={money.owed} isDue={money.owed > 0} />
      </dl>
      <DataTable
        caption={m.person_orders()}
        columns={columnsFor(hasScreen)}
        rows={orders}
        rowKey={({ orderNo }) => orderNo}
        empty={m.person_no_orders()}
      />
    </Panel>
  )
}

function Figure({ label, amount, isDue = false }: { label: string; amount: number; isDue?: boolean }) {
  return (
    <div data-due={isDue || undefined}>
      <dt>{label}</dt>
      <dd>{formatMoney(amount)}</dd>
    </div>
  )
}

const columnsFor = (hasScreen: boolean): Column<Order>[] => [
  {
    key: 'place',
    head: m.person_place(),
    isRowHead: true,
    sortBy: ({ start, createdAt }) => start ?? createdAt,
    cell: (order) => <Place order={order} hasScreen={hasScreen} />,
  },
  { key: 'state', head: m.person_state(), cell: ({ status }) => <Chip tone={stateTone(status)}>{stateWord(status)}</Chip> },
  {
    key: 'amount',
    head: m.person_amount(),
    align: 'end',
    isWide: true,
    sortBy: ({ amount }) => amount,
    cell: ({ amount }) => formatMoney(amount),
  },
  {
    key: 'take',
    head: m.person_take(),
    cell: ({ orderNo, status }) =>
      hasScreen && status === 'awaiting-payment' ? (
        <StaffButtonLink {...toLocation(`/staff/orders?order=${orderNo}`)}>{m.checkin_take_money()}</StaffButtonLink>
      ) : null,
  },
]

function Place({ order, hasScreen }: { order: Order; hasScreen: boolean }) {
  const { orderNo, place: what, items, start, createdAt } = order
  const when = start ? formatMoment(new Date(start), getLocale()) : m.person_ordered({ day: formatDate(new Date(createdAt), getLocale()) })
  return (
    <span className={style.named}>
      <span>{items > 1 ? m.person_place_more({ place: what, more: items - 1 }) : what}</span>
      <span className={style.soft}>{when}</span>
      <span className={style.soft}>{hasScreen ? <Link {...toLocation(`/staff/orders?order=${orderNo}`)}>{orderNo}</Link> : orderNo}</span>
    </span>
  )
}
