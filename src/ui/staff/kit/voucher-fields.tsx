import { m } from '#i18n/generated/messages.js'
import { voucherKinds, type VoucherKind } from '#modules/tills/way-rules.ts'
import { TextField } from '#ui/kit/field.tsx'
import { RadioChips } from '#ui/kit/radio-chips.tsx'
import { methodWord } from './desk-words.ts'
import { NumberUsed } from './number-used.tsx'
import style from './split-parts.module.css'

type Props = {
  kind: VoucherKind
  reference: string
  error: string | undefined
  onKind(kind: VoucherKind): void
  onReference(reference: string): void
}

/** One voucher that pays for all of it: its kind and its number. */
export function VoucherFields({ kind, reference, error, onKind, onReference }: Props) {
  return (
    <>
      <RadioChips<VoucherKind>
        legend={m.counter_voucher_kind()}
        value={kind}
        options={voucherKinds.map((value) => ({ value, label: methodWord(value) }))}
        onChange={onKind}
      />
      <TextField
        label={m.counter_voucher_reference()}
        name="reference"
        value={reference}
        onChange={(event) => onReference(event.target.value)}
        error={error}
        maxLength={40}
        autoComplete="off"
        required={false}
      />
      <NumberUsed method={kind} reference={reference} />
      <p className={style.hint}>{m.counter_voucher_hint()}</p>
    </>
  )
}
