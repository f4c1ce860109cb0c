import { dataLocales, type DataLocale } from '#i18n/languages.ts'
import { htmlLang } from '#i18n/locale.ts'
import type { Words } from '#i18n/words.ts'
import { inLanguage, isOptionalIn } from '#ui/kit/data-languages.ts'
import { Input, Select, TextBox } from '#ui/kit/control.tsx'
import { CheckField, Field, FieldError } from '#ui/kit/field.tsx'
import { createContext, Fragment, use, type ComponentProps, type ReactNode } from 'react'
import style from './fields.module.css'

/** Errors of a form by the path of their field (courts.2.name.tw), as the API answers them. */
export type FieldErrors = ReadonlyMap<string, string>
const Errors = createContext<FieldErrors>(new Map())
export const FieldErrorsProvider = Errors

/** Id of the control of a path, for links of an error summary. */
export const fieldId = (path: string): string => `field-${path.replaceAll('.', '-')}`

/** Focuses the control of a path once it is rendered, such as the first field of something that was just added. */
export const focusField = (path: string): void => void setTimeout(() => document.getElementById(fieldId(path))?.focus(), 50)

export const useFieldError = (path: string): string | undefined => use(Errors).get(path)

/** Grid of fields: as many columns as have room. */
export function FormGrid({ children }: { children: ReactNode }) {
  return <div className={style.grid}>{children}</div>
}

type Labelled = { path: string; label: string; hint?: ReactNode; optional?: boolean }
type InputProps = Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'id'>
type TextProps = Labelled & InputProps & { value: string; onChange(value: string): void; lang?: string }

export function TextInput({ path, label, hint, optional, value, onChange, ...input }: TextProps) {
  const error = useFieldError(path)
  return (
    <Field {...{ id: fieldId(path), label, hint, error, optional }}>
      {(described) => (
        <Input type="text" name={path} {...input} {...described} value={value} onChange={(event) => onChange(event.target.value)} />
      )}
    </Field>
  )
}

/** A text in a table: its label is read out, and the head of the column shows it. */
export function CellInput({ path, label, value, onChange, ...input }: Omit<TextProps, 'hint' | 'optional'>) {
  const error = useFieldError(path)
  return (
    <span className={style.cell}>
      <Input
        id={fieldId(path)}
        type="text"
        name={path}
        autoComplete="off"
        {...input}
        aria-label={label}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${fieldId(path)}-error` : undefined}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      {error && <FieldError id={fieldId(path)}>{error}</FieldError>}
    </span>
  )
}

type AreaProps = Labelled & { value: string; onChange(value: string): void; rows?: number; lang?: string; maxLength?: number }

export function TextAreaInput({ path, label, hint, optional, value, onChange, rows = 3, ...area }: AreaProps) {
  const error = useFieldError(path)
  return (
    <Field {...{ id: fieldId(path), label, hint, error, optional }}>
      {(described) => (
        <TextBox rows={rows} name={path} {...area} {...described} value={value} onChange={(event) => onChange(event.target.value)} />
      )}
    </Field>
  )
}

export type BothWords = Words
type WordsProps = {
  path: string
  label: string
  value: BothWords
  onChange(value: BothWords): void
  /** Given: several lines. */
  rows?: number
  maxLength?: number
  optional?: boolean
  /** Without an English text the Chinese one stands for it, and is shown in its place. */
  fallsBack?: boolean
}

/** One text in both languages, side by side. */
export function WordsField({ path, label, value, onChange, rows, maxLength, optional = false, fallsBack = false }: WordsProps) {
  const one = (language: DataLocale) => {
    const props = {
      path: `${path}.${language}`,
      label: `${label}${inLanguage(language)}`,
      lang: htmlLang(language),
      value: value[language],
      onChange: (text: string) => onChange({ ...value, [language]: text }),
      optional: optional || (fallsBack && isOptionalIn(language)),
      ...(fallsBack && isOptionalIn(language) && { placeholder: value.tw }),
      ...(maxLength && { maxLength }),
    }
    return rows ? <TextAreaInput {...props} rows={rows} /> : <TextInput {...props} autoComplete="off" />
  }
  return (
    <div className={style.words}>
      {dataLocales.map((language) => (
        <Fragment key={language}>{one(language)}</Fragment>
      ))}
    </div>
  )
}

type NumberProps = Labelled & {
  value: number | null
  onChange(value: number | null): void
  /** Stands behind the number, such as minutes. */
  unit?: string
  /** Stands before the number, such as NT$. */
  before?: string
  min?: number
  max?: number
}

/** Whole number, or null while the field is empty. */
export function NumberField({ path, label, hint, optional, value, onChange, unit, before, min = 0, max }: NumberProps) {
  const error = useFieldError(path)
  return (
    <Field {...{ id: fieldId(path), label, hint, error, optional }}>
      {(described) => (
        <span className={style.affixed}>
          {before && <span aria-hidden>{before}</span>}
          <Input
            type="number"
            inputMode="numeric"
            step={1}
            min={min}
            max={max}
            name={path}
            {...described}
            value={value ?? ''}
            onChange={(event) => onChange(event.target.value === '' ? null : Math.trunc(Number(event.target.value)))}
          />
          {unit && <span aria-hidden>{unit}</span>}
        </span>
      )}
    </Field>
  )
}

/** Amount in whole dollars. */
export const MoneyField = (props: Omit<NumberProps, 'before' | 'unit'>) => <NumberField {...props} before="NT$" />

/** 19:00. Midnight at the end of a day, which the browser's own field does not know, is 24:00: typed. */
export const TimeField = (props: Omit<TextProps, 'type'>) => (
  <TextInput placeholder="08:00" maxLength={5} inputMode="numeric" pattern="([01]\d|2[0-3]):[0-5]\d|24:00" {...props} />
)

export const DayField = (props: Omit<TextProps, 'type'>) => <TextInput {...props} type="date" />

type SelectProps = Labelled & { value: string; onChange(value: string): void; children: ReactNode }

export function SelectInput({ path, label, hint, value, onChange, children }: SelectProps) {
  const error = useFieldError(path)
  return (
    <Field {...{ id: fieldId(path), label, hint, error }}>
      {(described) => (
        <Select name={path} {...described} value={value} onChange={(event) => onChange(event.target.value)}>
          {children}
        </Select>
      )}
    </Field>
  )
}

/** `path`: of the first of several, which gets the focus when all of them are refused together. */
type CheckProps = {
  path?: string
  label: string
  /** Read out before the label, where many have the same, such as the day of a row. */
  row?: string
  checked: boolean
  onChange(checked: boolean): void
  hint?: string
}

export function CheckInput({ path = '', label, row, checked, onChange, hint }: CheckProps) {
  const error = useFieldError(path)
  const words = (
    <>
      {row && <span className="sr-only">{row} </span>}
      {label}
    </>
  )
  return (
    <CheckField
      {...(path && { id: fieldId(path) })}
      label={words}
      hint={hint}
      error={error}
      checked={checked}
      onChange={(event) => onChange(event.target.checked)}
    />
  )
}
