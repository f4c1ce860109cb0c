import { m } from '#i18n/generated/messages.js'
import { formatMoney } from '#i18n/money.ts'
import type { PartToGiveBack } from '#modules/refunds/wire.ts'
import { TextField } from '#ui/kit/field.tsx'
import { methodWord } from './desk-words.ts'

type Props = { parts: readonly PartToGiveBack[]; errorAt(path: string): string | undefined }

const nameOf = ({ attemptId }: PartToGiveBack): string => `reference ${attemptId}`

/** What each card or voucher gives back, how it was paid, and the number that it goes back with. */
export function PartReferences({ parts, errorAt }: Props) {
  return parts.map((part, n) => (
    <TextField
      key={part.attemptId}
      label={m.till_refund_part({
        number: part.method === 'terminal' ? m.counter_reference() : m.counter_voucher_reference(),
        way: methodWord(part.method),
        reference: part.reference ?? '',
        amount: formatMoney(part.amount),
      })}
      name={nameOf(part)}
      maxLength={40}
      autoComplete="off"
      error={errorAt(`references.${n}.reference`)}
    />
  ))
}

/** The numbers that were typed, as the call takes them. */
export const referencesIn = (parts: readonly PartToGiveBack[], data: FormData): { attemptId: string; reference: string }[] =>
  parts.map((part) => ({ attemptId: part.attemptId, reference: String(data.get(nameOf(part)) ?? '') }))
