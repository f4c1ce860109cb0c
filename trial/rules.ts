import type { Facts } from './facts.ts'
import type { DeskPayment, History } from './history.ts'

/** Something that must hold after a trial: how many things were held against it, and what breaks it. */
export type Check = { rule: string; looked: number; broken: string[] }

type Rule = { rule: string; look(history: History, facts: Facts): { looked: number; broken: string[] } }

/** Looks at each of a list; `why` says what is wrong with one, or nothing. */
function each<T>(list: Iterable<T>, why: (one: T) => string | undefined): { looked: number; broken: string[] } {
  const broken: string[] = []
  let looked = 0
  for (const one of list) {
    looked += 1
    const found = why(one)
    if (found !== undefined) broken.push(found)
  }
  return { looked, broken }
}

const sum = (amounts: readonly number[]) => amounts.reduce((total, one) => total + one, 0)
const sorted = (amounts: readonly number[]) => amounts.toSorted((a, b) => a - b).join(' ')

const acknowledged: Rule[] = [
  {
    rule: 'an order that was acknowledged is there, of its member',
    look: ({ bookings }, { orders }) =>
      each(bookings.values(), ({ orderNo, memberId }) => {
        const order = orders.get(orderNo)
        if (!order) return `${orderNo} was acknowledged and is not there`
        return order.memberId === memberId ? undefined : `${orderNo} is of somebody else`
      }),
  },
  {
    rule: 'a booking stands where its member was told',
    look: ({ bookings }, { orders }) =>
      each(
        [...bookings.values()].filter(({ spots }) => spots.length > 0),
        ({ orderNo, spots }) => {
          const item = orders.get(orderNo)?.items[0]
          if (!item || spots.some(({ court, start }) => court === item.court && start === item.start)) return undefined
          return `${orderNo} is on court ${item.court} at ${item.start}, and its member was told ${spots.map(({ court, start }) => `${court} at ${start}`).join(' or ')}`
        },
      ),
  },
  {
    rule: 'what was acknowledged as cancelled is cancelled',
    look: ({ bookings }, { orders }) =>
      each(
        [...bookings.values()].filter(({ cancelled }) => cancelled),
        ({ orderNo }) => {
          const state = orders.get(orderNo)?.state
          return state === 'cancelled' ? undefined : `${orderNo} was cancelled and is ${state}`
        },
      ),
  },
  {
    rule: 'a refund that was acknowledged is there',
    look: ({ bookings }, { refunds }) =>
      each(
        [...bookings.values()].filter(({ refundNo }) => refundNo !== undefined),
        ({ refundNo, orderNo }) =>
          refunds.get(refundNo!)?.orderNo === orderNo ? undefined : `the refund ${refundNo} of ${orderNo} is not there`,
      ),
  },
  {
    rule: 'who was let in is let in, once',
    look: ({ bookings }, { orders, checkIns }) =>
      each(
        [...bookings.values()].filter(({ checkIn }) => checkIn !== undefined),
        ({ orderNo, checkIn }) => {
          const item = orders.get(orderNo)?.items[0]
          const times = checkIns.get(orderNo) ?? 0
          if (times > 1) return `${orderNo} was let in ${times} times`
          if (!checkIn!.acknowledged) return undefined
          return item?.checkedInAt === checkIn!.at && times === 1 ? undefined : `${orderNo} was let in and the database does not know it`
        },
      ),
  },
  {
    rule: 'a wish that was acknowledged is there',
    look: ({ wishes }, facts) =>
      each(wishes, ({ wishId, memberId }) => (facts.wishes.get(wishId) === memberId ? undefined : `the wish ${wishId} is not there`)),
  },
  {
    rule: 'a closure that was acknowledged is there, and done or opened again as the manager was told',
    look: ({ closings }, { closures }) =>
      each(
        closings.filter(({ id }) => id !== undefined),
        ({ id, reopening }) => {
          const state = closures.get(id!)?.state ?? 'not there'
          const allowed = { no: ['done'], asked: ['done', 'lifted'], told: ['lifted'] }[reopening ?? 'no']
          return allowed.includes(state) ? undefined : `the closure ${id} is ${state}, and not ${allowed.join(' or ')}`
        },
      ),
  },
  {
    rule: 'an answer to an offer of other floor that was acknowledged is there',
    look: ({ offerAnswers }, { offers }) =>
      each(
        offerAnswers.filter(({ answer }) => answer === 'acknowledged'),
        ({ offerId, accept }) => {
          const state = offers.get(offerId)
          return state === (accept ? 'accepted' : 'declined') ? undefined : `the offer ${offerId} is ${state}, its member said ${accept}`
        },
      ),
  },
]

const once: Rule[] = [
  {
    rule: 'one idempotency key, one order',
    look: ({ placings }, { ordersByKey }) =>
      each(placings, ({ key, memberId, orderNos }) => {
        const numbers = new Set([...orderNos, ...(ordersByKey.get(`${memberId} ${key}`) ?? [])])
        return numbers.size > 1 ? `the key ${key} has made ${[...numbers].join(', ')}` : undefined
      }),
  },
  {
    rule: 'a placing that was refused has made no order',
    look: ({ placings }, { ordersByKey }) =>
      each(
        placings.filter(({ orderNos, refused }) => orderNos.length === 0 && refused !== undefined),
        ({ key, memberId, refused }) => {
          const [orderNo] = ordersByKey.get(`${memberId} ${key}`) ?? []
          return orderNo === undefined ? undefined : `${orderNo} is there, and its member was told ${refused}`
        },
      ),
  },
  {
    rule: 'no order that nobody asked for',
    look: ({ placings }, { ordersByKey }) => {
      const asked = new Set(placings.map(({ key, memberId }) => `${memberId} ${key}`))
      return each(ordersByKey, ([key, numbers]) => (asked.has(key) ? undefined : `nobody asked for ${numbers.join(', ')}`))
    },
  },
  {
    rule: 'one idempotency key, one closure, and none that was refused or that nobody asked for',
    look: ({ closings }, { closures }) => {
      const asked = new Map(closings.map((closing) => [closing.key, closing]))
      return each(closures, ([id, { key }]) => {
        const closing = asked.get(key)
        if (!closing) return `nobody asked for the closure ${id}`
        if (closing.refused !== undefined) return `the closure ${id} is there, and the manager was told ${closing.refused}`
        return closing.id === id || closing.id === undefined ? undefined : `the key ${key} has made ${id} and ${closing.id}`
      })
    },
  },
]

const floor: Rule[] = [
  {
    rule: 'no floor has two holders',
    look: (_, { occupied, seenTwice }) => {
      const spaces = Map.groupBy(occupied, ({ space }) => space)
      const pairs = [...spaces.values()].flatMap((rows) => {
        const ordered = rows.toSorted((a, b) => a.from - b.from)
        return ordered.slice(1).map((row, n) => ({ row, before: ordered[n]! }))
      })
      const { broken } = each(pairs, ({ row, before }) =>
        row.from < before.to ? `space ${row.space} is held by ${before.holder} and by ${row.holder}` : undefined,
      )
      return { looked: occupied.length, broken: [...broken, ...seenTwice] }
    },
  },
  {
    rule: 'no floor is held without a booking, a closure or an offer',
    look: (_, { occupied, holders }) =>
      each(occupied, ({ space, holder }) =>
        holders.has(holder) ? undefined : `space ${space} is held by ${holder}, which is no booking, closure or offer`,
      ),
  },
  {
    rule: 'nothing is held for ever',
    look: (_, { unsettled, orders }) => ({ looked: orders.size, broken: unsettled }),
  },
]

const money: Rule[] = [
  {
    rule: 'a notice that was acknowledged is in the ledger',
    look: ({ trades }, { payments }) =>
      each(
        [...trades.values()].filter(({ acknowledged: told }) => told),
        ({ tradeNo }) => (payments.has(tradeNo) ? undefined : `the notice of ${tradeNo} was acknowledged and is not in the ledger`),
      ),
  },
  {
    rule: 'what was paid at the bank is in the ledger, once',
    look: ({ trades }, { payments }) =>
      each(trades.values(), ({ tradeNo, amount }) => {
        const booked = payments.get(tradeNo) ?? []
        return sorted(booked) === String(amount)
          ? undefined
          : `${tradeNo}: ${amount} was paid, the ledger has ${sorted(booked) || 'nothing'}`
      }),
  },
  {
    rule: 'no payment that the bank does not know',
    look: ({ trades }, { payments }) =>
      each(payments, ([tradeNo, amounts]) =>
        trades.has(tradeNo) ? undefined : `${tradeNo}: the ledger has ${sum(amounts)}, the bank nothing`,
      ),
  },
  {
    rule: 'the bank has given back what the ledger says',
    look: ({ trades }, { paidBack }) =>
      each(trades.values(), ({ tradeNo, refunds }) => {
        const booked = paidBack.get(tradeNo) ?? []
        return sorted(booked) === sorted(refunds)
          ? undefined
          : `${tradeNo}: the bank gave back ${sorted(refunds) || 'nothing'}, the ledger has ${sorted(booked) || 'nothing'}`
      }),
  },
]

/** What is left of the invoices that the issuer has of an order. */
function paperOf(invoices: History['invoices'], orderNo: string): number {
  const live = [...invoices.values()].filter(({ relateNo, isVoid }) => !isVoid && relateNo.replace(/N\d+$/, '') === orderNo)
  return live.reduce((sumOfAll, { amount, allowances }) => sumOfAll + amount - sum(allowances), 0)
}

const papers: Rule[] = [
  {
    rule: 'the issuer has invoices for what was paid and stayed, none twice, and none forgotten',
    look: ({ invoices }, { invoiced }) =>
      each(invoiced, ([orderNo, amount]) => {
        const has = paperOf(invoices, orderNo)
        return has === amount ? undefined : `${orderNo}: ${amount} was paid and stayed, the issuer has invoices of ${has}`
      }),
  },
  {
    rule: 'no invoice for an order that nobody paid for',
    look: ({ invoices }, { invoiced }) =>
      each(invoices.values(), ({ relateNo }) => (invoiced.has(relateNo.replace(/N\d+$/, '')) ? undefined : `nobody paid for ${relateNo}`)),
  },
]

const desk: Rule[] = [
  {
    rule: 'what was taken at the desk is in the ledger, once, and nothing that was refused',
    look: ({ deskPayments }, { takenAtDesk }) =>
      each(
        Map.groupBy(deskPayments, ({ orderNo }) => orderNo),
        ([orderNo, payments]) => {
          const booked = takenAtDesk.get(orderNo) ?? []
          const count = (wanted: DeskPayment['answer']) => payments.filter(({ answer }) => answer === wanted).length
          const [least, most] = [count('taken'), count('taken') + count(undefined)]
          const isRight = booked.length >= least && booked.length <= Math.min(1, most) && booked.every((one) => one === payments[0]!.amount)
          return isRight
            ? undefined
            : `${orderNo}: ${payments[0]!.amount} was taken ${least} times, the ledger has ${sorted(booked) || 'nothing'}`
        },
      ),
  },
  {
    rule: 'no payment at the desk that nobody took',
    look: ({ deskPayments }, { takenAtDesk }) => {
      const asked = new Set(deskPayments.map(({ orderNo }) => orderNo))
      return each(takenAtDesk.keys(), (orderNo) => (asked.has(orderNo) ? undefined : `nobody took money for ${orderNo}`))
    },
  },
  {
    rule: 'what was paid for has its floor, an offer of other floor, or everything back',
    look: (_, { paidFor }) =>
      each(paidFor, ({ orderNo, paid, back, holds, hasFloor }) => {
        if (holds) return hasFloor ? undefined : `${orderNo} is paid, and has neither floor nor an offer`
        return back === paid ? undefined : `${orderNo} is over: ${paid} was paid, and ${back} goes back`
      }),
  },
]

const whole: Rule[] = [
  { rule: 'the invariants of the whole database hold', look: (_, { invariants, orders }) => ({ looked: orders.size, broken: invariants }) },
  {
    rule: 'every answer is one that a client understands',
    look: ({ odd }, { answers }) => ({ looked: answers, broken: odd }),
  },
  {
    rule: 'every process lives, is ready, and has ended only when it was made to',
    look: (_, { processes }) => each(processes, (one) => one.wrong),
  },
  { rule: 'jobs run', look: (_, { jobs }) => each(jobs, (one) => one.wrong) },
]

/** Holds the history against the database. */
export function holdAgainst(history: History, facts: Facts): Check[] {
  return [...acknowledged, ...once, ...floor, ...money, ...papers, ...desk, ...whole].map(({ rule, look }) => ({
    rule,
    ...look(history, facts),
  }))
}
