import { setTimeout as delay } from 'node:timers/promises'
import type { Db } from '#db/connect.ts'
import { takeTurn } from '#http/rate-limits.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import { tidyBuyer, whyNotBuyer, type Buyer, type BuyerRefusal } from './buyer-rules.ts'
import { writeOrderBuyer, writePreference } from './buyer-store.ts'
import type { OpenIssuer } from './issuer.ts'
import type { Issuers } from './issuers.ts'

export type ChooseRefusal =
  | BuyerRefusal
  | { code: 'nothing_issued' }
  | { code: 'buyer_not_known_here'; path: 'kind' }
  | { code: 'carrier_unknown'; path: 'code' }
  | { code: 'donation_unknown'; path: 'code' }
  | { code: 'too_many_requests'; retryAfterSeconds: number }

/** For a member's orders from now on, or for one order. */
export type BuyerOf = { memberId: string } | { orderId: string }

type ChooseDeps = { db: Db; issuers: Issuers }

/** Each may ask the issuer. */
const choicesAtMost = { limit: 40, seconds: 3600 }

/** Remembers a buyer who can be right, by the rules and by the issuer, if it says so at once. */
export async function chooseBuyer(
  { db, issuers }: ChooseDeps,
  of: BuyerOf,
  given: Buyer,
  now: Date,
): Promise<Result<Buyer, ChooseRefusal>> {
  const issuer = issuers.current
  if (!issuer) return refuse({ code: 'nothing_issued' })
  const buyer = tidyBuyer(given)
  if (!issuer.buyers.includes(buyer.kind)) return refuse({ code: 'buyer_not_known_here', path: 'kind' })
  const wrong = whyNotBuyer(buyer)
  if (wrong) return refuse(wrong)
  const key = 'memberId' in of ? of.memberId : of.orderId
  const wait = await takeTurn(db, { key: `invoice-buyer:${key}`, ...choicesAtMost }, now)
  if (wait) return refuse({ code: 'too_many_requests', ...wait })
  const unknown = await whyUnknown(issuer, buyer, now)
  if (unknown) return refuse(unknown)
  if ('memberId' in of) await writePreference(db, of.memberId, buyer, now)
  else await writeOrderBuyer(db, of.orderId, buyer, now)
  return ok(buyer)
}

const patienceMs = 2500

/** An issuer that is down, slow or unsure is no reason to keep anybody from booking. */
async function whyUnknown(issuer: OpenIssuer, buyer: Buyer, now: Date): Promise<ChooseRefusal | undefined> {
  const asked = issuer.checkBuyer(buyer, now).catch(() => 'unsure' as const)
  const answer = await Promise.race([asked, delay(patienceMs, 'unsure' as const, { ref: false })])
  if (answer !== 'unknown') return undefined
  if (buyer.kind === 'business') return { code: 'tax_id_wrong', path: 'taxId' }
  return { code: buyer.kind === 'donation' ? 'donation_unknown' : 'carrier_unknown', path: 'code' }
}
