import { m } from '#i18n/generated/messages.js'
import { formatMoney } from '#i18n/money.ts'
import type { PartToGiveBack } from '#modules/refunds/wire.ts'
import { TextField } from '#ui/kit/field.tsx'
import { isVoucher } from '#modules/tills/way-rules.ts'
import { useRef } from 'react'
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
      defaultValue={isVoucher(part.method) ? (part.reference ?? '') : ''}
      maxLength={40}
      autoComplete="off"
      error={errorAt(`references.${n}.reference`)}
    />
  ))
}

/** The numbers that were typed, as the call takes them. */
export const referencesIn = (parts: readonly PartToGiveBack[], data: FormData): { attemptId: string; reference: string }[] =>
  parts.map((part) => ({ attemptId: part.attemptId, reference: String(data.get(nameOf(part)) ?? '') }))

const plain = (number: string) => number.trim().toLowerCase()

/** Whether a voucher is given back under another number than it was taken with. */
export const isOtherNumber = ({ method, reference }: Pick<PartToGiveBack, 'method' | 'reference'>, typed: string): boolean =>
  isVoucher(method) && reference !== null && typed.trim() !== '' && plain(typed) !== plain(reference)

/** Asks once, at its field, about a voucher that goes back under another number; the same numbers sent again are meant so. */
export function useNumberCheck(parts: readonly PartToGiveBack[]) {
  const asked = useRef('')
  return (data: FormData): { path: string; message: string }[] => {
    const typed = referencesIn(parts, data)
    const others = parts.flatMap((part, n) =>
      isOtherNumber(part, typed[n]!.reference)
        ? [{ path: `references.${n}.reference`, message: m.till_refund_other_number({ reference: part.reference! }) }]
        : [],
    )
    const said = JSON.stringify(typed)
    if (asked.current === said) return []
    asked.current = said
    return others
  }
}
