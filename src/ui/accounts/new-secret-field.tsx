import { m } from '#i18n/generated/messages.js'
import { secretLength } from '#modules/logins/rules.ts'
import { SecretField } from '#ui/kit/field.tsx'
import type { ComponentProps } from 'react'
import style from './mobile-code.module.css'

type Props = Omit<ComponentProps<typeof SecretField>, 'value' | 'onChange' | 'hint'> & { value: string; onChange(value: string): void }

/** Field for a new password with a counter of its length; whether it is easy to guess, the server checks. */
export function NewSecretField({ value, onChange, ...field }: Props) {
  const length = [...value].length
  return (
    <div className="stack gap-2">
      <SecretField
        autoComplete="new-password"
        maxLength={secretLength.max * 2}
        {...field}
        value={value}
        // No hint beside an error: the error says what to do, and the hint could contradict it.
        hint={field.error ? undefined : m.secret_hint({ min: secretLength.min })}
        onChange={(event) => onChange(event.target.value)}
      />
      {length > 0 && !field.error && (
        <p className={style.length}>
          {length < secretLength.min ? m.secret_length_short({ missing: secretLength.min - length }) : m.secret_length_enough()}
        </p>
      )}
    </div>
  )
}
