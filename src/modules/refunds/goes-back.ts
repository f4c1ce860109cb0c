import type { DbOrTrx } from '#db/connect.ts'
import * as m from '#i18n/generated/messages.js'
import type { Locale } from '#i18n/locale.ts'
import { text } from '#i18n/text.ts'
import { isDeskMethod, isVoucher } from '#modules/tills/way-rules.ts'
import { deskMethodText } from '#modules/tills/way-texts.ts'
import type { BackBy } from '#modules/orders/cancelled-letters.ts'
import { goesBackByProvider } from '#modules/payments/rules.ts'
import { readReferences, type ToldPart } from './part-store.ts'
import { deskWayOf, sumOf, type RefundPart, type RefundWay } from './rules.ts'

/** What goes back, or went back, by one way. `reference`: the slip, or the voucher's number, with which it was paid at the desk. */
export type GoesBack = Pick<RefundPart, 'method' | 'amount' | 'reference'> & { by: BackBy }

/** How it goes back while nobody has chosen: as it was paid, or by transfer where that cannot be. */
const asPaid = (method: string | null): BackBy => (goesBackByProvider(method) ? 'card' : (deskWayOf(method) ?? 'bank'))

/** Payments that go back alike are one sum; slips and vouchers have a number each. */
function summed(parts: GoesBack[]): GoesBack[] {
  const keyOf = ({ by, method, reference }: GoesBack) => [by, by === 'voucher' ? method : '', reference].join(' ')
  return [...Map.groupBy(parts, keyOf).values()].map((alike) => ({ ...alike[0]!, amount: sumOf(alike) }))
}

/** What goes back of these payments, before a way is chosen. */
export async function readGoesBack(
  db: DbOrTrx,
  shares: (Pick<RefundPart, 'method' | 'amount'> & { attemptId: string | null })[],
): Promise<GoesBack[]> {
  const given = shares.filter(({ amount }) => amount > 0)
  const numbers = await readReferences(
    db,
    given.flatMap(({ attemptId, method }) => (attemptId !== null && isDeskMethod(method) ? [attemptId] : [])),
  )
  return summed(
    given.map(({ attemptId, method, amount }) => ({ by: asPaid(method), method, amount, reference: numbers.get(attemptId ?? '') ?? null })),
  )
}

/** What a refund gives back, by the ways in which it went, and of the rest those in which it will go. */
export function goesBackOf({ way, bankAccount, parts }: { way: RefundWay; bankAccount: string | null; parts: ToldPart[] }): GoesBack[] {
  const byOf = ({ method, wentBackBy }: ToldPart): BackBy => {
    if (wentBackBy !== null) return wentBackBy === 'transfer' ? 'bank' : wentBackBy
    if (way !== 'bank' || isVoucher(method)) return asPaid(method)
    return bankAccount !== null || goesBackByProvider(method) ? 'bank' : asPaid(method)
  }
  return summed(
    parts.map((part) => {
      const by = byOf(part)
      const isNumbered = by !== 'bank' && isDeskMethod(part.method)
      return { by, method: part.method, amount: part.amount, reference: isNumbered ? part.reference : null }
    }),
  )
}

/** A way with its slip or number: the terminal (T-0042), a voucher by its kind. */
export function backWayText({ by, method, reference }: GoesBack, locale: Locale): string {
  const way = isVoucher(method) ? deskMethodText(method, locale) : (text(`refund_way_${by}`, locale) ?? by)
  return reference === null ? way : m.refund_back_numbered({ way, number: reference }, { locale })
}
