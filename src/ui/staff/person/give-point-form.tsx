import { formatMoment } from '#i18n/dates.ts'
import { m } from '#i18n/generated/messages.js'
import { getLocale } from '#i18n/generated/runtime.js'
import type { PersonCardAnswer } from '#modules/people/wire.ts'
import { SelectField } from '#ui/kit/field.tsx'
import { Sheet } from '#ui/kit/sheet.tsx'
import { AskSheet } from '#ui/staff/kit/ask-sheet.tsx'
import { useState } from 'react'
import { usePersonCall } from './person-queries.ts'

type Order = PersonCardAnswer['orders'][number]

/** Gives a point for one of the newest orders, and says before whether it suspends. */
export function GivePointForm({ card, onClose }: { card: PersonCardAnswer; onClose(): void }) {
  const { id, name, email, orders } = card
  const call = usePersonCall()
  // The order that took place last is the one that is usually meant.
  const [orderNo, setOrderNo] = useState((orders.find(hasBegun) ?? orders[0])?.orderNo ?? '')
  const title = m.person_give_title({ name })
  if (orders.length === 0)
    return (
      <Sheet open title={title} onClose={onClose}>
        <p>{m.person_give_none()}</p>
      </Sheet>
    )
  return (
    <AskSheet
      title={title}
      effects={[effectOf(card), ...(email ? [m.person_told({ name })] : [])]}
      reasonLabel={m.person_reason()}
      confirmLabel={m.person_give()}
      isDangerous
      onSend={({ reason }) => call('/api/Staff/Person/Point/Give', { id, orderNo, reason }, m.person_given())}
      onClose={onClose}
    >
      {(errorAt) => (
        <SelectField
          name="orderNo"
          label={m.person_give_order()}
          value={orderNo}
          error={errorAt('orderNo')}
          onChange={({ target }) => setOrderNo(target.value)}
        >
          {orders.map((order) => (
            <option key={order.orderNo} value={order.orderNo}>
              {orderText(order)}
            </option>
          ))}
        </SelectField>
      )}
    </AskSheet>
  )
}

const hasBegun = ({ status }: Order) => status === 'checked-in' || status === 'completed' || status === 'no-show'

const orderText = ({ orderNo, place, start }: Order) =>
  [start && formatMoment(new Date(start), getLocale()), place, orderNo].filter(Boolean).join('　')

function effectOf({ counting, pointsToSuspend: most, suspendDays: days, neverSuspended }: PersonCardAnswer): string {
  if (neverSuspended) return m.violation_never()
  return counting + 1 >= most ? m.person_give_suspends({ most, days }) : m.person_give_effect({ points: counting + 1, most, days })
}
