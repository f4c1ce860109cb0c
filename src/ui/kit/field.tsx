import { m } from '#i18n/generated/messages.js'
import { useId, useState, type ComponentProps, type ReactNode } from 'react'
import { Input, Select, TextBox, TickBox } from './control.tsx'
import style from './field.module.css'
import { IconButton } from './icon-button.tsx'

type Around = {
  /** Id of the control, for links to it. */
  id?: string | undefined
  label: string
  hint?: ReactNode
  /** Error below the control, announced with it. */
  error?: string | undefined
}

type Described = { id: string; 'aria-describedby': string | undefined; 'aria-invalid': true | undefined }

/** Frame of a form field: label above, hint and error below, tied to the control by ARIA attributes. */
export function Field({
  id: given,
  label,
  hint,
  error,
  optional = false,
  aside,
  children,
}: Around & { optional?: boolean; aside?: ReactNode; children: (described: Described) => ReactNode }) {
  const own = useId()
  const id = given ?? own
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined
  return (
    <div className={style.field}>
      <div className={style.top}>
        <label htmlFor={id}>
          {label}
          {optional && <span className={style.optional}>{m.field_optional()}</span>}
        </label>
      </div>
      {children({ id, 'aria-describedby': describedBy, 'aria-invalid': error ? true : undefined })}
      {/* Stands beside the label, but after the control in tab order, so that the tab key goes from field to field. */}
      {aside && <div className={style.aside}>{aside}</div>}
      {hint && (
        <p id={`${id}-hint`} className={style.hint}>
          {hint}
        </p>
      )}
      {error && <FieldError id={id}>{error}</FieldError>}
    </div>
  )
}

/** What is wrong with a control, below it. `id`: the control's, which is described by this. */
export const FieldError = ({ id, children }: { id: string; children: ReactNode }) => (
  <p id={`${id}-error`} className={style.error} role="alert">
    {children}
  </p>
)

type InputProps = Around & Omit<ComponentProps<'input'>, 'id'> & { optional?: boolean; aside?: ReactNode }

export function TextField({ id, label, hint, error, optional, aside, ...input }: InputProps) {
  return (
    <Field {...{ id, label, hint, error, optional, aside }}>
      {(described) => <Input required={!optional} {...input} {...described} />}
    </Field>
  )
}

export function SecretField({ id, label, hint, error, aside, ...input }: InputProps) {
  const [shown, show] = useState(false)
  return (
    <Field {...{ id, label, hint, error, aside }}>
      {(described) => (
        <div className={style.secret}>
          <Input required autoCapitalize="none" spellCheck={false} {...input} {...described} type={shown ? 'text' : 'password'} />
          <IconButton icon={shown ? 'eye' : 'eye-off'} label={m.field_show_secret()} aria-pressed={shown} onClick={() => show(!shown)} />
        </div>
      )}
    </Field>
  )
}

export function SelectField({
  id,
  label,
  hint,
  error,
  optional,
  children,
  ...select
}: Around & Omit<ComponentProps<'select'>, 'id'> & { optional?: boolean }) {
  return (
    <Field {...{ id, label, hint, error, optional }}>
      {(described) => (
        <Select required={!optional} {...select} {...described}>
          {children}
        </Select>
      )}
    </Field>
  )
}

/** Multi-line text field: two rows by default; with `maxLength`, a counter. */
export function TextArea({
  id,
  label,
  hint,
  error,
  optional,
  onChange,
  ...area
}: Around & Omit<ComponentProps<'textarea'>, 'id'> & { optional?: boolean }) {
  const [length, count] = useState(String(area.value ?? area.defaultValue ?? '').length)
  const shown = area.value === undefined ? length : String(area.value).length
  return (
    <Field {...{ id, label, hint, error, optional }}>
      {(described) => (
        <>
          <TextBox
            rows={2}
            required={!optional}
            {...area}
            {...described}
            onChange={(event) => {
              count(event.target.value.length)
              onChange?.(event)
            }}
          />
          {area.maxLength !== undefined && (
            <span className={style.counter} aria-hidden>
              {shown}/{area.maxLength}
            </span>
          )}
        </>
      )}
    </Field>
  )
}

type CheckProps = ComponentProps<'input'> & { type?: 'checkbox' | 'radio'; label: ReactNode } & Pick<Around, 'hint' | 'error'>

/** A box to tick, or one of several to choose, with its words beside it, all of which can be pressed. */
export function CheckField({ id: given, label, hint, error, className = '', ...box }: CheckProps) {
  const own = useId()
  const id = given ?? own
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined
  return (
    <div className={className}>
      <label className={style.check}>
        <TickBox id={id} {...box} aria-describedby={describedBy} aria-invalid={error ? true : undefined} />
        <span>{label}</span>
      </label>
      {hint && (
        <p id={`${id}-hint`} className={`${style.hint} ${style.under}`}>
          {hint}
        </p>
      )}
      {error && <FieldError id={id}>{error}</FieldError>}
    </div>
  )
}
