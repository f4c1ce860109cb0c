import { m } from '#i18n/generated/messages.js'
import type { IdentityState } from '#modules/accounts/rules.ts'
import { Chip } from '#ui/kit/chip.tsx'

const words: Record<IdentityState, () => string> = {
  'none-needed': m.review_none_needed,
  'needs-proof': m.review_needs_proof,
  'under-review': m.review_under_review,
  approved: m.review_approved,
  refused: m.review_refused,
}
const tones = { 'none-needed': 'plain', 'needs-proof': 'due', 'under-review': 'due', approved: 'good', refused: 'danger' } as const

export const reviewWord = (state: IdentityState): string => words[state]()

export function ReviewChip({ state }: { state: IdentityState }) {
  return <Chip tone={tones[state]}>{words[state]()}</Chip>
}
