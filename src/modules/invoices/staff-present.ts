import type { Locale } from '#i18n/locale.ts'
import { text } from '#i18n/text.ts'
import type { Issuers } from './issuers.ts'
import { presentInvoice } from './present.ts'
import { allowancesOf, type ReadDeed, type ReadInvoice } from './read-store.ts'
import { whyNotVoidable } from './rules.ts'
import type { OfficeInvoice, SumsAnswer } from './staff-wire.ts'
import { differenceOf, type MoneySums, type OrderBalance, type PaperSums } from './sums-store.ts'

const known = ['no_answer', 'too_often', 'not_accepted', 'not_understood', 'same_number', 'amount_differs', 'look_there', 'failed'] as const

/** A code of the issuer's own is a refusal; what it means is in the issuer's words. */
function problemOf({ problem, state }: ReadDeed, isSet: boolean, locale: Locale): string | null {
  if (state !== 'open' && state !== 'held' && state !== 'refused') return null
  if (!isSet) return text('invoice_problem_not_set', locale) ?? null
  if (problem === null) return null
  return text(`invoice_problem_${known.some((one) => one === problem) ? problem : 'refused'}`, locale) ?? problem
}

export function presentOffice(issuers: Issuers, invoice: ReadInvoice, locale: Locale, now: Date): OfficeInvoice {
  const { issuer, relateNo, deeds, createdAt, issuedAt, state } = invoice
  const isSet = issuers.of(issuer) !== undefined
  const open = deeds.find((deed) => deed.state === 'open' || deed.state === 'held')
  const live = {
    allowances: allowancesOf(invoice),
    refusesVoid: deeds.some((deed) => deed.kind === 'void' && deed.state === 'refused'),
    voidableBefore: issuedAt ? issuers.known(issuer)?.voidableBefore(issuedAt) : undefined,
  }
  const canVoid = state === 'issued' && !open && !whyNotVoidable(live, now)
  return {
    ...presentInvoice(issuers, invoice),
    issuer,
    relateNo,
    createdAt: createdAt.toISOString(),
    canReissue: canVoid || (state === 'wanted' && open?.state === 'held' && open.problem !== 'amount_differs'),
    deeds: deeds.map((deed) => ({
      id: deed.id,
      kind: deed.kind,
      status: deed.state,
      amount: deed.amount,
      number: deed.number,
      problem: problemOf(deed, isSet, locale),
      said: deed.problemWords || null,
      needsLook: deed.state === 'held' && (deed.problem === 'look_there' || deed.problem === 'amount_differs'),
      tries: deed.tries,
      nextTryAt: deed.nextTryAt.toISOString(),
      doneAt: deed.doneAt?.toISOString() ?? null,
      reason: deed.reason,
    })),
  }
}

export function presentSums(
  month: string,
  papers: (PaperSums & { title: string })[],
  money: MoneySums[],
  balances: OrderBalance[],
): SumsAnswer {
  const first = ['differs', 'waits', 'no-paper']
  const sum = (read: (one: OrderBalance) => number) => balances.reduce((all, one) => all + read(one), 0)
  const differences = balances.flatMap((one) => {
    const difference = differenceOf(one)
    if (difference === 0) return []
    const why = one.waiting > 0 ? ('waits' as const) : one.papers === 0 ? ('no-paper' as const) : ('differs' as const)
    return [{ orderNo: one.orderNo, difference, papers: one.papers, money: one.papers - difference, why }]
  })
  return {
    month,
    papers,
    money,
    balance: {
      paid: sum(({ paid }) => paid),
      sent: sum(({ sent }) => sent),
      owed: sum(({ owed }) => owed),
      held: sum(({ held }) => held),
      papers: sum((one) => one.papers),
      difference: sum(differenceOf),
    },
    // What nobody can explain stands first.
    differences: differences.toSorted((one, other) => first.indexOf(one.why) - first.indexOf(other.why)),
  }
}
