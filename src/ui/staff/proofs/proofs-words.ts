import { m } from '#i18n/generated/messages.js'
import type { Locale } from '#i18n/locale.ts'
import type { ReviewKind } from '#modules/accounts/rules.ts'

type Ready = { label: string; text: string }
type Message = (inputs?: object, options?: { locale?: Locale }) => string

const ready: Record<ReviewKind, [label: Message, text: Message][]> = {
  proof: [
    [m.proofs_why_unreadable, m.proofs_reason_unreadable],
    [m.proofs_why_expired, m.proofs_reason_expired],
    [m.proofs_why_name, m.proofs_reason_name],
    [m.proofs_why_kind, m.proofs_reason_kind],
    [m.proofs_why_part, m.proofs_reason_part],
  ],
  club: [
    [m.proofs_why_papers, m.proofs_reason_papers],
    [m.proofs_why_roster, m.proofs_reason_roster],
    [m.proofs_why_representative, m.proofs_reason_representative],
    [m.proofs_why_number, m.proofs_reason_number],
  ],
}

/** Reasons to choose from: named in the viewer's language, written in that of the member, who reads them. */
export const readyReasons = (kind: ReviewKind, locale: Locale): Ready[] =>
  ready[kind].map(([label, text]) => ({ label: label(), text: text({}, { locale }) }))

export const kindWord = (kind: ReviewKind): string => (kind === 'proof' ? m.proofs_kind_proof() : m.proofs_kind_club())

export const stateWord = (state: 'under-review' | 'approved' | 'refused'): string =>
  ({ 'under-review': m.proofs_state_waiting, approved: m.proofs_state_approved, refused: m.proofs_state_refused })[state]()

export const stateTone = (state: 'under-review' | 'approved' | 'refused') =>
  ({ 'under-review': 'due', approved: 'good', refused: 'danger' })[state] as 'due' | 'good' | 'danger'
