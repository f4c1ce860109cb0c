import { m } from '#i18n/generated/messages.js'
import { getLocale } from '#i18n/generated/runtime.js'
import { say } from '#i18n/words.ts'
import type { LockersFile } from '#ui/staff/kit/catalogue-types.ts'
import { focusField, FormGrid, MoneyField, TextInput, WordsField, NumberField, useFieldError } from '#ui/staff/kit/fields.tsx'
import { StaffButton } from '#ui/staff/kit/staff-button.tsx'
import { Panel } from '#ui/staff/kit/staff-page.tsx'
import { countBySize, newSize, type Size, type Wall, newTerm } from './edit-lockers.ts'
import style from './lockers-screen.module.css'
import { SizeBadge, type SizeMark } from './wall-plan.tsx'

type Props = {
  sizes: Size[]
  saved: LockersFile
  walls: Wall[]
  marks: ReadonlyMap<string, SizeMark>
  rented: ReadonlySet<string>
  onChange(sizes: Size[]): void
}

/** Sizes of lockers with names, deposit and terms, and how many of each there are and are rented. */
export function SizesPanel({ sizes, saved, walls, marks, rented, onChange }: Props) {
  const add = () => {
    onChange([...sizes, newSize(sizes)])
    focusField(`sizes.${sizes.length}.name.tw`)
  }
  const [all, taken] = [countBySize(walls), countBySize(saved.walls, rented)]
  return (
    <Panel
      title={m.lockers_sizes()}
      lead={m.lockers_sizes_lead()}
      actions={
        <StaffButton icon="plus" onClick={add}>
          {m.lockers_add_size()}
        </StaffButton>
      }
    >
      {sizes.length === 0 && <p className="nothing">{m.lockers_no_sizes()}</p>}
      <ol className="stack">
        {sizes.map((size, at) => (
          <SizeRow
            // By place: the code of a new one is being typed.
            key={saved.sizes.some(({ code }) => code === size.code) ? size.code : `new ${at}`}
            size={size}
            path={`sizes.${at}`}
            mark={marks.get(size.code)!}
            isNew={!saved.sizes.some(({ code }) => code === size.code)}
            lockers={all.get(size.code) ?? 0}
            rented={taken.get(size.code) ?? 0}
            onChange={(to) => onChange(sizes.flatMap((one, n) => (n === at ? (to ?? []) : one)))}
          />
        ))}
      </ol>
    </Panel>
  )
}

type RowProps = {
  size: Size
  path: string
  mark: SizeMark
  isNew: boolean
  lockers: number
  rented: number
  /** Undefined: it is removed. */
  onChange(size: Size | undefined): void
}

function SizeRow({ size, path, mark, isNew, lockers, rented, onChange }: RowProps) {
  const { code, name, deposit, terms } = size
  return (
    <li className={style.thing}>
      <div className="facts">
        <SizeBadge mark={mark} />
        <b>{say(name, getLocale()) || code}</b>
        <span className={style.counts}>{m.lockers_counts({ count: lockers, rented })}</span>
        <span className={style.end}>
          <StaffButton
            look="quiet"
            icon="remove"
            iconOnly
            aria-disabled={lockers > 0 || undefined}
            onClick={() => lockers === 0 && onChange(undefined)}
          >
            {lockers > 0 ? m.lockers_size_in_use() : m.lockers_remove_size({ name: say(name, getLocale()) || code })}
          </StaffButton>
        </span>
      </div>
      <FormGrid>
        <WordsField
          path={`${path}.name`}
          label={m.lockers_size_name()}
          fallsBack
          maxLength={30}
          value={name}
          onChange={(to) => onChange({ ...size, name: to })}
        />
        {isNew && (
          <TextInput
            path={`${path}.code`}
            label={m.identities_code()}
            hint={m.lockers_code_hint()}
            maxLength={20}
            spellCheck={false}
            autoComplete="off"
            value={code}
            onChange={(to) => onChange({ ...size, code: to.trim().toLowerCase() })}
          />
        )}
        <MoneyField
          path={`${path}.deposit`}
          label={m.catalogue_deposit()}
          value={deposit}
          onChange={(to) => onChange({ ...size, deposit: to as number })}
        />
      </FormGrid>
      <TermsField path={`${path}.terms`} size={size} terms={terms} onChange={(to) => onChange({ ...size, terms: to })} />
    </li>
  )
}

type Term = Size['terms'][number]
type TermProps = { path: string; size: Size; terms: Term[]; onChange(terms: Term[]): void }

/** Terms for which a size is rented, each with its price. */
function TermsField({ path, size, terms, onChange }: TermProps) {
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
