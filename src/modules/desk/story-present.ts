import type { Locale } from '#i18n/locale.ts'
import { say } from '#i18n/words.ts'
import { maskRecipient } from '#modules/notifications/rules.ts'
import type { OrderEvent } from '#modules/orders/event-store.ts'
import { isStillTrue } from '#modules/orders/letters.ts'
import type { OrderState } from '#modules/orders/rules.ts'
import { causeText } from '#modules/refunds/texts.ts'
import type { StoryMoment } from './orders-wire.ts'
import { presentSpot } from './present.ts'
import type { ShownStory } from './read-story.ts'
import type { OrderMoment, StoryMessage } from './story-store.ts'

type By = StoryMoment['by']
const system: By = { who: 'system', name: '' }
const centre: By = { who: 'centre', name: '' }
/** Whose order it is; of a club whoever pressed for it at that moment. */
const member = (shown: ShownStory, at?: Date | string): By => ({ who: 'member', name: pressedAt(shown, at) || shown.person.name })
const pressedAt = ({ deeds }: ShownStory, at?: Date | string) => at && deeds.find((one) => isAt(one, { at }))?.name
/** A payment arrives later than somebody went to pay. */
const paidBy = (shown: ShownStory, at: Date | string) =>
  member(shown, shown.deeds.findLast((one) => one.deed === 'went_to_pay' && one.at.getTime() <= new Date(at).getTime())?.at)
const staff = (name: string | null | undefined): By | undefined => (name ? { who: 'staff', name } : undefined)

const nothingElse = { note: '', spot: null, from: null, to: null, money: null, status: null, refund: null, orderNo: null, message: null }
type Said = Partial<Omit<StoryMoment, 'at'>> & Pick<StoryMoment, 'what' | 'by'> & { at: Date | string }
const moment = ({ at, ...said }: Said): StoryMoment => ({ ...nothingElse, ...said, at: new Date(at).toISOString() })

/** Everything that happened to an order, oldest first. What happened at one moment stays in the order of cause and effect. */
export function storyOf(shown: ShownStory, locale: Locale): StoryMoment[] {
  return [
    ...bookingMoments(shown, locale),
    ...moneyMoments(shown, locale),
    ...shown.messages.map((message) => toldMoment(message, shown)),
    ...shown.points.map(({ by, ...one }) =>
      moment({ ...one, by: one.what === 'appealed' ? member(shown, one.at) : (staff(by) ?? system) }),
    ),
    ...shown.moments.filter((one) => one.what === 'closed' && !isSaidByMissed(shown)).map((one) => closedMoment(one, shown, locale)),
  ].toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))
}

/** An order is a no-show because of bookings that were missed: each of them says so with its place. */
const isSaidByMissed = ({ order, moments }: ShownStory): boolean =>
  order.state === 'no-show' && moments.some(({ what }) => what === 'missed')

function bookingMoments(shown: ShownStory, locale: Locale): StoryMoment[] {
  const { moments, actions, payments, catalogue } = shown
  const spot = (one: OrderMoment['spot']) => presentSpot(one, catalogue, locale)
  // An order that was paid is confirmed by the payment.
  const isPaid = payments.some(({ kind }) => kind === 'payment')
  const closed = moments.find(({ what }) => what === 'closed')
  // An order whose last booking was removed is closed by that.
  const isSaid = ({ what, at }: OrderMoment) =>
    what === 'closed' || (what === 'confirmed' && isPaid) || (what === 'removed' && closed !== undefined && isAt({ at }, closed))
  const happened = moments.filter((one) => !isSaid(one))
  return [
    ...happened.map((one) =>
      moment({
        at: one.at,
        what: one.what === 'removed' ? 'cancelled' : (one.what as Exclude<typeof one.what, 'removed'>),
        by: staff(one.by) ?? (one.what === 'placed' || pressedAt(shown, one.at) ? member(shown, one.at) : system),
        note: say(one.why, locale) ?? one.reason,
        spot: one.from ? null : spot(one.spot),
        from: spot(one.from),
        to: spot(one.to),
      }),
    ),
    ...actions.map(({ at, action, by, note, before }) =>
      moment({
        at,
        what: action === 'ticket.check_in_undone' ? 'check-in-undone' : 'cancelled',
        by: { who: 'staff', name: by },
        note,
        spot:
          before?.court && before.start && before.end
            ? { court: say(before.court, locale), start: iso(before.start), end: iso(before.end) }
            : null,
      }),
    ),
  ]
}

type At = { at: Date | string }
const isAt = (one: At, other: At): boolean => new Date(one.at).getTime() === new Date(other.at).getTime()
const iso = (at: string) => new Date(at).toISOString()

function moneyMoments(shown: ShownStory, locale: Locale): StoryMoment[] {
  const { payments, attempts, supplements, refundSteps } = shown
  return [
    ...attempts.map(({ at, state, amount, failure }) =>
      moment({
        at,
        what: state === 'failed' ? 'payment-failed' : 'number-issued',
        by: paidBy(shown, at),
        note: failure ?? '',
        money: { amount, way: null, till: null, reference: null },
      }),
    ),
    ...payments
      .filter(({ kind }) => kind === 'payment')
      .map(({ at, amount, way, till, reference, tradeNo, by }) =>
        moment({ at, what: 'paid', by: staff(by) ?? paidBy(shown, at), money: { amount, way, till, reference: reference ?? tradeNo } }),
      ),
    ...supplements.map(({ at, orderNo, amount }) =>
      moment({ at, what: 'supplement', by: system, orderNo, money: { amount, way: null, till: null, reference: null } }),
    ),
    ...refundSteps.map(({ at, state, note, by, refundNo, amount, cause, reason, wentBack }) =>
      moment({
        at,
        what: 'refund',
        by: staff(by) ?? (state === 'requested' && cause === 'asked' ? member(shown, at) : system),
        note: note || (state === 'requested' ? reason : ''),
        money: { way: null, till: null, reference: null, ...(wentBack.length === 1 ? wentBack[0] : {}), amount },
        refund: { refundNo, status: state, cause: causeText(cause, locale), wentBack: wentBack.length > 1 ? wentBack : [] },
      }),
    ),
  ]
}

function toldMoment(message: StoryMessage, shown: ShownStory): StoryMoment {
  const { id, at, channel, recipient, subject, state, error, sentAt, eventId, topic, by } = message
  return moment({
    at,
    what: 'told',
    by: staff(by) ?? system,
    message: {
      id,
      channel,
      recipient: maskRecipient(recipient),
      subject,
      isPayLink: topic === 'pay-link',
      isAgain: eventId !== null && by !== null,
      status: state,
      error,
      sentAt: sentAt?.toISOString() ?? null,
      canSendAgain: canSendAgain(message, shown),
    },
  })
}

/** Letters about events are written anew; one that no longer holds is not. A payment link is sent by its own call, with a new token. */
const canSendAgain = ({ eventId, topic, kind, state }: StoryMessage, { order, person }: ShownStory): boolean =>
  eventId !== null &&
  !person.isClosed &&
  state !== 'queued' &&
  state !== 'sending' &&
  (topic !== 'order' || isStillTrue(kind as OrderEvent, order))

/** A job closes what was not paid or is over; the member cancels, or staff do: the audit log says who, or the booking that was removed. */
function closedMoment({ at }: OrderMoment, shown: ShownStory, locale: Locale): StoryMoment {
  const { state } = shown.order
  const done = shown.actions.find((one) => one.action !== 'ticket.check_in_undone' && isAt(one, { at }))
  const removed = shown.moments.find((one) => one.what === 'removed' && isAt(one, { at }))
  const others: Partial<Record<OrderState, By>> = { cancelled: member(shown, at), 'venue-cancelled': centre }
  return moment({
    at,
    what: 'closed',
    by: staff(done?.by ?? removed?.by) ?? others[state] ?? system,
    note: say(removed?.why, locale) ?? '',
    status: state,
  })
}
