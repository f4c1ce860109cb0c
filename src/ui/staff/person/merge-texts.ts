import { m } from '#i18n/generated/messages.js'
import { formatMoney } from '#i18n/money.ts'
import type { MergePreviewAnswer } from '#modules/people/merge-wire.ts'

/** Why two records cannot be merged, and what helps. */
export const refusalText = {
  account_into_guest: m.merge_why_account_into_guest,
  kept_unconfirmed: m.merge_why_kept_unconfirmed,
  merge_staff_refused: m.merge_why_staff,
  both_are_communities: m.merge_why_communities,
  both_have_lockers: m.merge_why_lockers,
  both_under_review: m.merge_why_review,
  merge_needs_manager: m.merge_why_manager,
} as const satisfies Record<MergePreviewAnswer['refusals'][number], unknown>

/** What follows, a line each; what there is nothing of is left out. */
export function followsLines({ follows, willSuspend }: MergePreviewAnswer): string[] {
  const { orders, coming, paid, givenBack, owed, preOrders, points, isSuspended, lockers, proofs, reports, ratings, notes } = follows
  const lines = [
    orders > 0 && m.merge_orders({ count: orders, coming }),
    (paid > 0 || givenBack > 0) && m.merge_money({ paid: formatMoney(paid), givenBack: formatMoney(givenBack) }),
    owed > 0 && m.merge_owed({ owed: formatMoney(owed) }),
    preOrders > 0 && m.merge_preorders({ count: preOrders }),
    lockers > 0 && m.merge_lockers({ count: lockers }),
    points > 0 && m.merge_points({ count: points }),
    isSuspended && m.merge_suspended(),
    willSuspend && m.merge_will_suspend(),
    proofs > 0 && m.merge_proofs({ count: proofs }),
    reports + ratings > 0 && m.merge_feedback({ count: reports + ratings }),
    notes > 0 && m.merge_notes({ count: notes }),
  ].filter((line) => line !== false)
  return lines.length > 0 ? lines : [m.merge_nothing()]
}
