import { m } from '#i18n/generated/messages.js'
import type { Buyer, BuyerKind } from '#modules/invoices/buyer-rules.ts'
import { TextField } from '#ui/kit/field.tsx'
import { RadioChips } from '#ui/kit/radio-chips.tsx'
import { kindWords } from './buyer-words.ts'

type Props = {
  kinds: readonly BuyerKind[]
  value: Buyer
  onChange(buyer: Buyer): void
  errorAt(path: string): string | undefined
}

const codeWords = {
  mobile: { label: m.invoice_code_mobile, hint: m.invoice_code_mobile_hint },
  citizen: { label: m.invoice_code_citizen, hint: m.invoice_code_citizen_hint },
  donation: { label: m.invoice_code_donation, hint: m.invoice_code_donation_hint },
} as const

/** To whom an invoice is made out: what kind, and what that kind needs. */
export function BuyerFields({ kinds, value, onChange, errorAt }: Props) {
  const { kind, code, taxId, title } = value
  const words = kind === 'mobile' || kind === 'citizen' || kind === 'donation' ? codeWords[kind] : undefined
  return (
    <>
      <RadioChips<BuyerKind>
        legend={m.invoice_buyer()}
        value={kind}
        options={kinds.map((one) => ({ value: one, label: kindWords[one]() }))}
        onChange={(next) => onChange({ ...value, kind: next, code: '' })}
      />
      {words && (
        <TextField
          name="code"
          label={words.label()}
          hint={words.hint()}
          value={code}
          onChange={({ target }) => onChange({ ...value, code: target.value })}
          error={errorAt('code')}
          inputMode={kind === 'donation' ? 'numeric' : 'text'}
          autoCapitalize="characters"
          autoComplete="off"
          spellCheck={false}
          maxLength={20}
        />
      )}
      {kind === 'business' && (
        <div className="pair gap-4">
          <TextField
            name="taxId"
            label={m.invoice_tax_id()}
            value={taxId}
            onChange={({ target }) => onChange({ ...value, taxId: target.value })}
            error={errorAt('taxId')}
            inputMode="numeric"
            autoComplete="off"
            maxLength={12}
          />
          <TextField
            name="title"
            label={m.invoice_title()}
            value={title}
            onChange={({ target }) => onChange({ ...value, title: target.value })}
            error={errorAt('title')}
            autoComplete="organization"
            maxLength={60}
          />
        </div>
      )}
    </>
  )
}
