/**
 * The history is what the clients of a trial know: what they asked for, what they were told, and what they were never told. The
 * bank's books are part of it, because the bank is a party of its own. It is held against the database afterwards (rules.ts).
 */
export type Spot = { court: number; start: string }

/** A wish to book one hour, under one idempotency key however often it is sent. */
export type Placing = {
  key: string
  memberId: string
  spot: Spot
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

export type History = {
  placings: Placing[]
  bookings: Map<string, Booking>
  wishes: Wish[]
  trades: Map<string, Trade>
  /** Answers that no client should ever get. */
  odd: string[]
}

export const newHistory = (): History => ({ placings: [], bookings: new Map(), wishes: [], trades: new Map(), odd: [] })
