import { m } from '#i18n/generated/messages.js'
import { formatMoney } from '#i18n/money.ts'
import { deskMethods, isVoucher, type DeskMethod } from '#modules/tills/way-rules.ts'
import { SelectField, TextField } from '#ui/kit/field.tsx'
import { RemoveButton } from '#ui/kit/remove-button.tsx'
import { useRef } from 'react'
import { methodWord } from './desk-words.ts'
import { amountOf, changeOfDrafts, leftOf, mayAddPart, sumText, withOneMore, type PartDraft } from './split-draft.ts'
import { StaffButton } from './staff-button.tsx'
import { NumberUsed } from './number-used.tsx'
import style from './split-parts.module.css'

type Props = {
  price: number
  parts: readonly PartDraft[]
  errorAt(path: string): string | undefined
  onChange(parts: readonly PartDraft[]): void
}

/** A price that is paid in several ways: a row for each, with its amount and its number. An empty amount is the rest. */
export function SplitParts({ price, parts, errorAt, onChange }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const left = parts.reduce((rest, part) => rest - (amountOf(part, parts, price) ?? 0), price)
  const change = changeOfDrafts(parts, price)
  /** The next key that is pressed belongs to the last row, also where the row of the button is gone. */
  const focusLast = () => queueMicrotask(() => [...(box.current?.querySelectorAll<HTMLElement>('select') ?? [])].at(-1)?.focus())
  return (
    <div className={style.parts} ref={box}>
      {parts.map((part, n) => (
        <Part
          key={part.key}
          {...{ part, n, errorAt }}
          rest={amountOf(part, parts, price)}
          onChange={(changed) => onChange(parts.map((one) => (one.key === part.key ? changed : one)))}
          onRemove={
            parts.length > 1
              ? () => {
                  onChange(parts.filter(({ key }) => key !== part.key))
                  focusLast()
                }
              : undefined
          }
        />
      ))}
      <div className={style.foot}>
        <p className={style.state} role="status" data-off={left !== 0 || undefined}>
          {sumText(leftOf(parts, price) < 0 ? leftOf(parts, price) : left)}
          {left === 0 && change !== undefined && change > 0 && `　${m.staff_order_change({ amount: formatMoney(change) })}`}
        </p>
        {mayAddPart(parts) && (
          <StaffButton
            icon="plus"
            onClick={() => {
              onChange(withOneMore(parts))
              focusLast()
            }}
          >
            {m.counter_split_add()}
          </StaffButton>
        )}
      </div>
      {parts.some(({ method }) => isVoucher(method)) && <p className={style.hint}>{m.counter_voucher_hint()}</p>}
    </div>
  )
}

type PartProps = {
  part: PartDraft
  n: number
  /** What this part pays as it stands. */
  rest: number | undefined
  errorAt(path: string): string | undefined
  onChange(part: PartDraft): void
  onRemove: (() => void) | undefined
}

function Part({ part, n, rest, errorAt, onChange, onRemove }: PartProps) {
  const at = (field: string) => ({ name: `parts.${n}.${field}`, error: errorAt(`parts.${n}.${field}`) })
  const typed = { autoComplete: 'off', required: false } as const
  const money = { ...typed, inputMode: 'numeric', maxLength: 7 } as const
  const digits = (text: string) => text.replaceAll(/\D/g, '')
  return (
    <fieldset className={style.part}>
      <legend className="sr-only">{m.counter_split_part({ n: n + 1 })}</legend>
      <SelectField
        {...at('method')}
        label={m.counter_split_part({ n: n + 1 })}
        value={part.method}
        onChange={(event) => onChange({ ...part, method: event.target.value as DeskMethod })}
        required={false}
      >
        {deskMethods.map((method) => (
          <option key={method} value={method}>
            {methodWord(method)}
          </option>
        ))}
      </SelectField>
      <TextField
        {...at('amount')}
        {...money}
        label={m.till_amount()}
        value={part.amount}
        placeholder={part.amount === '' && rest !== undefined ? String(rest) : ''}
        onChange={(event) => onChange({ ...part, amount: digits(event.target.value) })}
      />
      {part.method === 'cash' ? (
        <TextField
          {...at('given')}
          {...money}
          label={m.counter_given()}
          value={part.given}
          placeholder={rest === undefined ? '' : String(rest)}
          onChange={(event) => onChange({ ...part, given: digits(event.target.value) })}
        />
      ) : (
        <TextField
          {...at('reference')}
          {...typed}
          maxLength={40}
          label={isVoucher(part.method) ? m.counter_voucher_reference() : m.counter_reference()}
          value={part.reference}
          onChange={(event) => onChange({ ...part, reference: event.target.value })}
        />
      )}
      {isVoucher(part.method) && <NumberUsed method={part.method} reference={part.reference} />}
      {onRemove && <RemoveButton label={m.counter_split_remove({ n: n + 1 })} className={style.remove} onClick={onRemove} />}
    </fieldset>
  )
}
