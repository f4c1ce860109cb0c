import { m } from '#i18n/generated/messages.js'
import { dataLocales } from '#i18n/languages.ts'
import { htmlLang } from '#i18n/locale.ts'
import { inLanguage, isOptionalIn } from '#ui/kit/data-languages.ts'
import { TextField } from '#ui/kit/field.tsx'
import type { CentreDraft, FieldErrors } from './centre-draft.ts'
import style from './centre-fields.module.css'
import { ColourField } from './colour-field.tsx'
import { LogoField, type UploadLogo } from './logo-field.tsx'
import { positionIn, type Position } from '#modules/centre/rules.ts'
import { useState } from 'react'

type Props = {
  value: CentreDraft
  onChange(value: CentreDraft): void
  errors: FieldErrors
}
/** `upload` sends a picture as a file of the member. */
type LookProps = Props & { upload: UploadLogo }

/** Everything that makes the centre's face but its long texts. */
export function CentreFields(props: LookProps) {
  return (
    <div className="stack gap-6">
      <fieldset className={style.part}>
        <legend>{m.staff_centre_names()}</legend>
        <NameFields {...props} />
        <ShortNameFields {...props} />
      </fieldset>
      <fieldset className={style.part}>
        <legend>{m.staff_centre_contact()}</legend>
        <ReachFields {...props} />
        <PlaceFields {...props} />
      </fieldset>
      <fieldset className={style.part}>
        <legend>{m.staff_centre_look()}</legend>
        <LookFields {...props} />
      </fieldset>
    </div>
  )
}

export const NameFields = (props: Props) => <Words {...props} path="name" label={m.staff_centre_name()} maxLength={60} />

export const ShortNameFields = (props: Props) => (
  <Words {...props} path="shortName" label={m.staff_centre_short_name()} maxLength={24} hint={m.staff_centre_short_name_hint()} />
)

/** Phone and email, and the number of the business. */
export function ReachFields({ value, onChange, errors }: Props) {
  return (
    <div className={style.both}>
      <TextField
        label={m.staff_centre_phone()}
        name="phone"
        type="tel"
        optional
        maxLength={30}
        value={value.phone}
        error={errors.get('phone')}
        onChange={(event) => onChange({ ...value, phone: event.target.value })}
      />
      <TextField
        label={m.staff_centre_email()}
        name="email"
        type="email"
        optional
        maxLength={254}
        value={value.email}
        error={errors.get('email')}
        onChange={(event) => onChange({ ...value, email: event.target.value })}
      />
      <TextField
        label={m.staff_centre_tax_id()}
        name="taxId"
        inputMode="numeric"
        autoComplete="off"
        optional
        maxLength={8}
        value={value.taxId}
        error={errors.get('taxId')}
        onChange={(event) => onChange({ ...value, taxId: event.target.value })}
      />
    </div>
  )
}

/** Address, position on the map, hours of the office, parking. */
export function PlaceFields(props: Props) {
  const { value, onChange } = props
  return (
    <>
      <Words {...props} path="address" label={m.staff_centre_address()} maxLength={300} />
      <PositionField value={value.position} onChange={(position) => onChange({ ...value, position })} />
      <Words {...props} path="deskHours" label={m.staff_centre_hours()} maxLength={300} hint={m.staff_centre_hours_hint()} />
      <Words {...props} path="parking" label={m.staff_centre_parking()} maxLength={300} />
    </>
  )
}

/** Logo and colour. */
export function LookFields({ value, onChange, errors, upload }: LookProps) {
  return (
    <>
      <LogoField logo={value.logo} onChange={(logo) => onChange({ ...value, logo })} upload={upload} error={errors.get('logoFileId')} />
      <ColourField value={value.colour} onChange={(colour) => onChange({ ...value, colour })} error={errors.get('colour')} />
    </>
  )
}

type WordsProps = Props & {
  label: string
  path: 'name' | 'shortName' | 'address' | 'deskHours' | 'parking'
  maxLength: number
  hint?: string
}

/** One line in both languages, side by side. */
function Words({ label, path, value, onChange, errors, maxLength, hint }: WordsProps) {
  return (
    <div className={style.both}>
      {dataLocales.map((locale) => (
        <TextField
          key={locale}
          label={`${label}${inLanguage(locale)}`}
          name={`${path}.${locale}`}
          lang={htmlLang(locale)}
          autoComplete="off"
          optional={path !== 'name' || isOptionalIn(locale)}
          maxLength={maxLength}
          hint={hint}
          {...(isOptionalIn(locale) && { placeholder: value[path].tw })}
          value={value[path][locale]}
          error={errors.get(`${path}.${locale}`)}
          onChange={(event) => onChange({ ...value, [path]: { ...value[path], [locale]: event.target.value } })}
        />
      ))}
    </div>
  )
}

const written = (position: Position | null) => (position ? `${position.latitude}, ${position.longitude}` : '')

/** Position on the map: a pasted link of a map, or two numbers. Nothing is loaded from another site. */
function PositionField({ value, onChange }: { value: Position | null; onChange(value: Position | null): void }) {
  const [typed, setTyped] = useState<string>()
  const isUnreadable = typed !== undefined && typed.trim() !== '' && positionIn(typed) === undefined
  return (
    <div className={style.position}>
      <TextField
        label={m.staff_centre_position()}
        hint={m.staff_centre_position_hint()}
        optional
        autoComplete="off"
        value={typed ?? written(value)}
        error={isUnreadable ? m.staff_centre_position_unreadable() : undefined}
        onChange={(event) => {
          const text = event.target.value
          setTyped(text)
          const found = positionIn(text)
          if (found || text.trim() === '') onChange(found ?? null)
        }}
        // A link that was understood is replaced by the numbers in it.
        onBlur={() => !isUnreadable && setTyped(undefined)}
      />
      {value && (
        <a
          href={`https://www.openstreetmap.org/?mlat=${value.latitude}&mlon=${value.longitude}#map=17/${value.latitude}/${value.longitude}`}
          rel="noreferrer"
          target="_blank"
        >
          {m.staff_centre_position_look()}
        </a>
      )}
    </div>
  )
}
