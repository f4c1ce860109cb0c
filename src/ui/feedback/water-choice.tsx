import { m } from '#i18n/generated/messages.js'
import { waterKinds, type WaterKind } from '#modules/feedback/rules.ts'
import { RadioCard } from '#ui/kit/radio-card.tsx'
import style from './report-page.module.css'
import { waterWord } from './report-words.ts'

type Props = { value: WaterKind | ''; onChange(kind: WaterKind): void; error: string | undefined }

export function WaterChoice({ value, onChange, error }: Props) {
  return (
    <fieldset
      role="radiogroup"
      aria-invalid={error ? true : undefined}
      tabIndex={error ? -1 : undefined}
      className={style.kinds}
      aria-describedby={error ? 'report-kind-error' : undefined}
    >
      <legend>{m.water_kind()}</legend>
      {waterKinds.map((kind, n) => (
        <RadioCard
          key={kind}
          className={style.kind}
          name="kind"
          id={n === 0 ? 'report-kind' : undefined}
          value={kind}
          checked={value === kind}
          onChange={() => onChange(kind)}
        >
          <span>{waterWord[kind]()}</span>
        </RadioCard>
      ))}
      {error && (
        <p id="report-kind-error" className={style.wrong} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  )
}
