import { m } from '#i18n/generated/messages.js'
import { Field, SelectField, TextField } from '#ui/kit/field.tsx'
import { SearchInput } from '#ui/kit/search-input.tsx'
import { toLocation } from '#ui/kit/to-location.ts'
import { useEffect, useRef, type ReactNode } from 'react'
import style from './filter-form.module.css'
import { StaffButton, StaffButtonLink } from './staff-button.tsx'

type Choice = {
  name: string
  label: string
  /** What is shown before anything is chosen: all of them, as a rule. */
  every: string
  options: readonly { value: string; label: string }[]
}

type Props<Search> = {
  /** Name of the form. */
  label: string
  /** What the address says, by the names of the fields. */
  search: { [name in keyof Search]?: unknown }
  /** The text that is searched for. */
  words: { name: keyof Search & string; label: string; maxLength: number }
  choices?: readonly (Choice & { name: keyof Search & string })[]
  /** Names and labels of date fields. */
  days?: readonly (readonly [name: keyof Search & string, label: string])[]
  /** Address of the list without a condition; left out while it has none. */
  clear?: string | undefined
  onApply(typed: Search): void
  /** Further fields, and notes about what else narrows the list. */
  children?: ReactNode
}

const textOf = (value: unknown): string => (value === undefined || value === null ? '' : String(value))

/**
 * Filters of a list. A choice filters at once; words and dates filter when the form is sent, because a half-typed year (0002) is a valid
 * date.
 */
export function FilterForm<Search extends object>({ label, search, words, choices, days, clear, onApply, children }: Props<Search>) {
  const form = useWritten(search)
  const apply = (sent: HTMLFormElement) => onApply(Object.fromEntries(new FormData(sent)) as Search)
  return (
    <form
      ref={form}
      className={`grid bottom ${style.filters}`}
      role="search"
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault()
        apply(event.currentTarget)
      }}
      onChange={(event) => event.target instanceof HTMLSelectElement && apply(event.currentTarget)}
    >
      <div className={style.words}>
        <Field label={words.label}>
          {(described) => (
            <SearchInput {...described} name={words.name} defaultValue={textOf(search[words.name])} maxLength={words.maxLength} />
          )}
        </Field>
      </div>
      {choices?.map(({ name, label: what, every, options }) => (
        // Options that arrive later are rendered with what is chosen of them.
        <SelectField key={`${name} ${options.length}`} required={false} name={name} label={what} defaultValue={textOf(search[name])}>
          <option value="">{every}</option>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </SelectField>
      ))}
      {days?.map(([name, what]) => (
        <TextField key={name} required={false} type="date" name={name} label={what} defaultValue={textOf(search[name])} />
      ))}
      {children}
      <div className={style.actions}>
        <div className="cluster">
          <StaffButton type="submit" icon="search">
            {m.staff_filter_search()}
          </StaffButton>
          {clear !== undefined && (
            <StaffButtonLink {...toLocation(clear)} look="quiet">
              {m.staff_filter_clear()}
            </StaffButtonLink>
          )}
        </div>
      </div>
    </form>
  )
}

/** Writes what the address changes into its field; the others keep what is being typed, and the focus stays where it is. */
function useWritten(search: object) {
  const form = useRef<HTMLFormElement>(null)
  const written = useRef(search)
  useEffect(() => {
    const [before, now] = [new Map(Object.entries(written.current)), new Map(Object.entries(search))]
    written.current = search
    for (const control of form.current?.elements ?? []) {
      if (!(control instanceof HTMLInputElement || control instanceof HTMLSelectElement)) continue
      const value = textOf(now.get(control.name))
      if (textOf(before.get(control.name)) !== value) control.value = value
    }
  }, [search])
  return form
}
