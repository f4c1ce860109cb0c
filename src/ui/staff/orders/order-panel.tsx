import { formatMoment, formatPeriod } from '#i18n/dates.ts'
import { m } from '#i18n/generated/messages.js'
import { getLocale } from '#i18n/generated/runtime.js'
import { formatMoney } from '#i18n/money.ts'
import { dayOf } from '#lib/zone.ts'
import type { OrderStoryAnswer } from '#modules/desk/orders-wire.ts'
import { useApi } from '#ui/session/use-api.ts'
import { Chip } from '#ui/kit/chip.tsx'
import { Facts } from '#ui/kit/facts.tsx'
import { attendanceWord } from '#ui/orders/order-words.ts'
import { MovedLine } from '#ui/orders/moved-line.tsx'
import { StateChip } from '#ui/orders/state-chip.tsx'
import { hasRole, useViewer } from '#ui/session/viewer.ts'
import { OpenPanel } from '#ui/staff/kit/list-and-panel.tsx'
import { ReadFailure } from '#ui/staff/kit/read-failure.tsx'
import { toLocation } from '#ui/kit/to-location.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { OrderActions } from './order-actions.tsx'
import { OrderStory } from './order-story.tsx'
import { storyQuery } from './orders-queries.ts'
import type { OrdersSearch } from './orders-search.ts'
import style from './order-panel.module.css'

/** One order beside the list: person, money, bookings, what can be done, and its story. */
export function OrderPanel({ orderNo, search: { order: _, ...search } }: { orderNo: string; search: OrdersSearch }) {
  const read = useQuery(storyQuery(useApi(), orderNo))
  const { data } = read
  return (
    <OpenPanel
      title={orderNo}
      chip={data && <StateChip state={data.status} of={data} atDesk={data.payAtDesk && m.board_pays_on_arrival()} />}
      closed={`/staff/orders?${new URLSearchParams(search)}`}
    >
      <div className={style.order}>
        <ReadFailure read={read} missing={m.staff_order_missing()} />
        {data && <Inside order={data} />}
      </div>
    </OpenPanel>
  )
}

function Inside({ order }: { order: OrderStoryAnswer }) {
  const mayServe = hasRole(useViewer(), 'admin', 'manager', 'desk')
  return (
    <>
      <Person order={order} isLinked={mayServe} />
      <Money order={order} />
      {order.items.length > 0 && <Items order={order} isLinked={mayServe} />}
      <Lines lines={order.lines} />
      <OrderActions order={order} mayServe={mayServe} />
      <OrderStory order={order} />
    </>
  )
}

function Person({ order: { person, remark, title }, isLinked }: { order: OrderStoryAnswer; isLinked: boolean }) {
  const contact = [person.contactName, person.contactPhone].filter(Boolean).join(' ')
  return (
    <>
      <p className={style.person}>
        <b>{person.name || '—'}</b>
        {person.isGuest && <Chip>{m.staff_orders_guest()}</Chip>}
        {isLinked && person.name !== '' && (
          <Link {...toLocation(`/staff/people?person=${person.id}`)} className="small">
            {m.staff_order_person()}
          </Link>
        )}
      </p>
      <Facts
        facts={[
          title !== null && [m.staff_orders_column_what(), title],
          person.mobile !== '' && [m.staff_order_mobile(), person.mobile],
          contact !== '' && contact !== `${person.name} ${person.mobile}` && [m.staff_order_contact(), contact],
          remark !== '' && [m.staff_order_remark(), remark],
        ]}
      />
    </>
  )
}

function Money({ order }: { order: OrderStoryAnswer }) {
  const { amount, paid, owed, payBefore, payAtDesk, preOrderNo, supplementOf, supplements } = order
  return (
    <>
      <Facts
        facts={[
          [m.staff_order_amount(), formatMoney(amount)],
          [m.staff_order_paid(), formatMoney(paid)],
          owed > 0 && [m.staff_order_owed(), formatMoney(owed)],
          payAtDesk && [m.staff_order_way(), m.board_pays_on_arrival()],
          payBefore !== null && [m.staff_order_pay_before(), formatMoment(new Date(payBefore), getLocale())],
          preOrderNo !== null && [m.staff_order_season(), preOrderNo],
        ]}
      />
      {supplementOf !== null && (
        <p className="soft">
          {m.staff_order_supplement_of()}{' '}
          <Link to="/staff/orders" search={{ order: supplementOf }}>
            {supplementOf}
          </Link>
        </p>
      )}
      {supplements.map((one) => (
        <p key={one.orderNo} className="soft">
          {m.staff_order_supplement({ amount: formatMoney(one.amount) })}　
          <Link to="/staff/orders" search={{ order: one.orderNo }}>
            {one.orderNo}
          </Link>
          　{one.paid ? m.staff_order_supplement_paid() : m.staff_order_supplement_open()}
        </p>
      ))}
    </>
  )
}

/** What each line costs, where there are several, and where it is given back if not here. */
function Lines({ lines }: Pick<OrderStoryAnswer, 'lines'>) {
  const elsewhere = lines.find(({ locked }) => locked?.code === 'line_goes_back_elsewhere')?.locked
  return (
    <>
      {lines.length > 1 && (
        <Facts facts={lines.map(({ words, count, amount }) => [count === 1 ? words : `${words} ×${count}`, formatMoney(amount)])} />
      )}
      {elsewhere && <p className="note">{elsewhere.title}</p>}
    </>
  )
}

function Items({ order, isLinked }: { order: OrderStoryAnswer; isLinked: boolean }) {
  return (
    <section className={style.part} aria-label={m.staff_order_items()}>
      <h3>{m.staff_order_items()}</h3>
      <ul className={style.items}>
        {order.items.map((item) => (
          <li key={item.id} data-gone={item.status === 'cancelled' || undefined}>
            <div>
              <b>
                {item.facility.name} {item.court}
              </b>
              <p>{formatPeriod(new Date(item.start), new Date(item.end), getLocale())}</p>
              <p>
                {item.identity}　{formatMoney(item.total)}
              </p>
              <MovedLine item={{ ...item, parked: false }} />
            </div>
            <div className={style.beside}>
              {item.status === 'cancelled' && <Chip>{m.staff_order_cancelled_item()}</Chip>}
              {item.status === 'active' && item.parked && <Chip tone="due">{m.staff_order_parked()}</Chip>}
              {item.attendance !== 'expected' && (
                <Chip tone={item.attendance === 'no-show' ? 'danger' : 'good'}>{attendanceWord(item.attendance)}</Chip>
              )}
              {isLinked && item.status === 'active' && (
                <Link
                  className="small"
                  {...toLocation(`/staff/board?facility=${item.facility.code}&day=${dayOf(new Date(item.start))}&booking=${item.id}`)}
                >
                  {m.staff_order_board()}
                </Link>
              )}
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
