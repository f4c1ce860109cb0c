import { m } from '#i18n/generated/messages.js'
import { secretLength } from '#modules/accounts/rules.ts'
import { SecretField } from '#ui/kit/field.tsx'
import type { ComponentProps } from 'react'
import style from './new-secret-field.module.css'

type Props = Omit<ComponentProps<typeof SecretField>, 'value' | 'onChange' | 'hint'> & { value: string; onChange(value: string): void }

/** A secret that is chosen now. Only its length counts: rules about signs make people write it down. */
export function NewSecretField({ value, onChange, ...field }: Props) {
  const length = [...value].length
  return (
    <div className={style.field}>
      <SecretField
        autoComplete="new-password"
        maxLength={secretLength.max * 2}
        {...field}
        value={value}
        hint={m.secret_hint({ min: secretLength.min })}
        onChange={(event) => onChange(event.target.value)}
      />
      {length > 0 && <Strength length={length} />}
    </div>
  )
}

function Strength({ length }: { length: number }) {
  const level = [secretLength.min, 14, 20].filter((enough) => length >= enough).length
  const words = [
    () => m.secret_strength_short({ missing: secretLength.min - length }),
    m.secret_strength_enough,
    m.secret_strength_good,
    m.secret_strength_strong,
  ]
  return (
    <div className={style.strength} data-level={level}>
      <span className={style.bars} aria-hidden>
        <i />
        <i />
        <i />
      </span>
      <span>{words[level]!()}</span>
    </div>
  )
}
