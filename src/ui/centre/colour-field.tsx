import { m } from '#i18n/generated/messages.js'
import { accentOf, defaultColour, leastContrast, variablesOf, type Scheme, type SchemeAccent } from '#modules/centre/accent-rules.ts'
import { Button } from '#ui/kit/button.tsx'
import { Input } from '#ui/kit/control.tsx'
import { FieldError } from '#ui/kit/field.tsx'
import { useId, type CSSProperties } from 'react'
import style from './centre-fields.module.css'

const isColour = (text: string) => /^#[0-9a-f]{6}$/i.test(text)

type Props = { value: string | null; onChange(value: string | null): void; error: string | undefined }

/** The accent: chosen or typed, shown as buttons and links in both schemes, with its contrast in words. */
export function ColourField({ value, onChange, error }: Props) {
  const id = useId()
  const colour = value !== null && isColour(value) ? value.toLowerCase() : defaultColour
  const accent = accentOf(colour)
  return (
    <div className={style.colourField}>
      <label htmlFor={id}>{m.staff_centre_colour()}</label>
      <p className="note">{m.staff_centre_colour_hint()}</p>
      <div className={style.row}>
        <Input type="color" aria-label={m.staff_centre_colour_pick()} value={colour} onChange={(event) => onChange(event.target.value)} />
        <Input
          id={id}
          className={style.code}
          value={value ?? ''}
          placeholder={defaultColour}
          maxLength={7}
          spellCheck={false}
          autoComplete="off"
          aria-invalid={error ? true : undefined}
          onChange={(event) => onChange(event.target.value.trim() === '' ? null : event.target.value.trim())}
        />
        {value !== null && (
          <Button look="text" onClick={() => onChange(null)}>
            {m.staff_centre_colour_default()}
          </Button>
        )}
      </div>
      {error && <FieldError id={id}>{error}</FieldError>}
      <div className={style.schemes}>
        {(['light', 'dark'] as const).map((scheme) => (
          <Preview key={scheme} scheme={scheme} accent={accent[scheme]} isDefault={colour === defaultColour} />
        ))}
      </div>
    </div>
  )
}

type PreviewProps = { scheme: Scheme; accent: SchemeAccent; isDefault: boolean }

function Preview({ scheme, accent: { shades, chosen, shown, change }, isDefault }: PreviewProps) {
  const ratio = (value: number) => (Math.floor(value * 10) / 10).toFixed(1)
  const said = { chosen: ratio(chosen), shown: ratio(shown), least: leastContrast, colour: shades.primary }
  return (
    <section className={style.scheme} data-scheme={scheme} style={isDefault ? undefined : (variablesOf(shades) as CSSProperties)}>
      <h2>{scheme === 'light' ? m.scheme_light() : m.scheme_dark()}</h2>
      <div className="cluster middle gap-3">
        <span className={style.button}>{m.staff_centre_sample_button()}</span>
        <span className={style.link}>{m.staff_centre_sample_link()}</span>
        <span className={style.chip}>{m.staff_centre_sample_chip()}</span>
      </div>
      <p>
        {isDefault
          ? m.staff_centre_contrast_default()
          : change === 'none'
            ? m.staff_centre_contrast_good(said)
            : change === 'darker'
              ? m.staff_centre_contrast_darker(said)
              : m.staff_centre_contrast_lighter(said)}
      </p>
    </section>
  )
}
