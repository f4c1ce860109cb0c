import { m } from '#i18n/generated/messages.js'
import { MoneyField, NumberField, useFieldError } from '#ui/staff/kit/fields.tsx'
import { StaffButton } from '#ui/staff/kit/staff-button.tsx'
import { newTerm, type Size } from './edit-lockers.ts'
import style from './lockers-screen.module.css'

type Term = Size['terms'][number]
type Props = { path: string; size: Size; terms: Term[]; onChange(terms: Term[]): void }

/** Terms for which a size is rented, each with its price. */
export function TermsField({ path, size, terms, onChange }: Props) {
  const error = useFieldError(path)
  const set = (n: number, patch: Partial<Record<keyof Term, number | null>>) =>
    onChange(terms.map((term, k) => (k === n ? ({ ...term, ...patch } as Term) : term)))
  const more = newTerm(size)
  return (
    <fieldset className={style.terms}>
      <legend>{m.lockers_terms()}</legend>
      {terms.map((term, n) => (
        // By place: months and price are being typed.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={n} className={style.term}>
          <NumberField
            path={`${path}.${n}.months`}
            label={m.lockers_term_months()}
            min={1}
            max={12}
            value={term.months}
            onChange={(months) => set(n, { months })}
          />
          <MoneyField
            path={`${path}.${n}.price`}
            label={m.lockers_term_price()}
            value={term.price}
            onChange={(price) => set(n, { price })}
          />
          {terms.length > 1 && (
            <StaffButton look="quiet" icon="remove" iconOnly onClick={() => onChange(terms.filter((_, k) => k !== n))}>
              {m.lockers_remove_term({ months: term.months ?? '' })}
            </StaffButton>
          )}
        </div>
      ))}
      {error && (
        <p className="danger" role="alert">
          {error}
        </p>
      )}
      {more && (
        <div>
          <StaffButton icon="plus" onClick={() => onChange([...terms, more])}>
            {m.lockers_add_term()}
          </StaffButton>
        </div>
      )}
    </fieldset>
  )
}
