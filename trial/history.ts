import type { IssuedInvoice } from './issuer.ts'

/**
 * The history is what the clients of a trial know: what they asked for, what they were told, and what they were never told. The
 * bank's books are part of it, because the bank is a party of its own. It is held against the database afterwards (rules.ts).
 */
export type Spot = { court: number; start: string }

/** A telephone booking, which is paid on arrival: what the desk says besides the hour. Guests are named, members have an id. */
export type Sale = { guest?: { name: string; mobile: string }; amount: number; until?: string }

/** A wish to book one hour, under one idempotency key however often it is sent. */
export type Placing = {
  key: string
  memberId: string
  spot: Spot
  /** Set when the desk books it. */
  sale?: Sale | undefined
  /** Numbers of orders that the answers named: one, or none. */
  orderNos: string[]
  /** Code of the last refusal; undefined when the last answer was an order. */
  refused?: string | undefined
  /** Requests without an answer, or with one that leaves open what has happened. */
  unknown: number
}

/** What a member was told about one order. */
export type Booking = {
  orderNo: string
  memberId: string
  itemId?: string
  /** Where the booking may stand: one place, or two while a move is undecided. */
  spots: Spot[]
  /** The service said that it is cancelled. */
  cancelled?: true
  refundNo?: string
  /** The moment that the door reported, and whether the service has acknowledged it. */
  checkIn?: { at: string; acknowledged: boolean }
  /** A move that was asked for and not answered: repeated under its key when everything works again. */
  openMove?: { key: string; body: object; to: Spot } | undefined
}

/** A payment in the bank's books. */
export type Trade = {
  tradeNo: string
  orderNo: string
  amount: number
  gatewayTradeNo: string
  isPaid: boolean
  /** A notice that it was paid has been answered with 1|OK. */
  acknowledged: boolean
  /** What went back to the card. */
  refunds: number[]
}

export type Wish = { wishId: string; memberId: string }

/** Money that was taken at the desk, under one idempotency key. */
export type DeskPayment = { orderNo: string; amount: number; key: string; body: object; answer?: 'taken' | 'refused' | undefined }

/** A closure, under one idempotency key, and whether the manager wanted to open it again and was told that it is. */
export type Closing = {
  key: string
  body: object
  id?: string
  /** Code of the last refusal. */
  refused?: string | undefined
  /** A request had no answer: what was refused may have been done by it. */
  unsure?: true
  reopening?: 'asked' | 'told'
}

/** What a member said about other floor, and whether the service has acknowledged it. */
export type OfferAnswer = {
  offerId: string
  memberId: string
  orderNo: string
  accept: boolean
  to: Spot
  answer?: 'acknowledged' | 'refused' | undefined
}

export type History = {
  placings: Placing[]
  bookings: Map<string, Booking>
  wishes: Wish[]
  deskPayments: DeskPayment[]
  closings: Closing[]
  offerAnswers: OfferAnswer[]
  trades: Map<string, Trade>
  /** The books of the issuer of invoices, by our numbers. */
  invoices: Map<string, IssuedInvoice>
  /** Answers that no client should ever get. */
  odd: string[]
}

export const newHistory = (): History => ({
  placings: [],
  bookings: new Map(),
  wishes: [],
  deskPayments: [],
  closings: [],
  offerAnswers: [],
  trades: new Map(),
  invoices: new Map(),
  odd: [],
})
