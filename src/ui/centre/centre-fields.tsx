import { m } from '#i18n/generated/messages.js'
import { htmlLang, locales } from '#i18n/locale.ts'
import { TextField } from '#ui/kit/field.tsx'
import type { CentreDraft, FieldErrors } from './centre-draft.ts'
import style from './centre-fields.module.css'
import { ColourField } from './colour-field.tsx'
import { LogoField, type UploadLogo } from './logo-field.tsx'
import { PositionField } from './position-field.tsx'

type Props = {
  value: CentreDraft
  onChange(value: CentreDraft): void
  errors: FieldErrors
  /** Uploads a picture as a file of the member. */
  upload: UploadLogo
}

/** Everything that makes the centre's face but its long texts. */
export function CentreFields({ value, onChange, errors, upload }: Props) {
  const set = (change: Partial<CentreDraft>) => onChange({ ...value, ...change })
  const words = (key: 'name' | 'shortName' | 'address' | 'deskHours' | 'parking', label: string, maxLength: number, hint?: string) => (
    <Words label={label} path={key} value={value[key]} onChange={(next) => set({ [key]: next })} {...{ errors, maxLength, hint }} />
  )
  return (
    <div className={style.form}>
      <fieldset className={style.part}>
        <legend>{m.staff_centre_names()}</legend>
        {words('name', m.staff_centre_name(), 60)}
        {words('shortName', m.staff_centre_short_name(), 24, m.staff_centre_short_name_hint())}
      </fieldset>
      <fieldset className={style.part}>
        <legend>{m.staff_centre_contact()}</legend>
        <div className={style.both}>
          <TextField
            label={m.staff_centre_phone()}
            name="phone"
            type="tel"
            optional
            maxLength={30}
            value={value.phone}
            error={errors.get('phone')}
            onChange={(event) => set({ phone: event.target.value })}
          />
          <TextField
            label={m.staff_centre_email()}
            name="email"
            type="email"
            optional
            maxLength={254}
            value={value.email}
            error={errors.get('email')}
            onChange={(event) => set({ email: event.target.value })}
          />
        </div>
        {words('address', m.staff_centre_address(), 300)}
        <PositionField value={value.position} onChange={(position) => set({ position })} />
        {words('deskHours', m.staff_centre_hours(), 300, m.staff_centre_hours_hint())}
        {words('parking', m.staff_centre_parking(), 300)}
      </fieldset>
      <fieldset className={style.part}>
        <legend>{m.staff_centre_look()}</legend>
        <LogoField logo={value.logo} onChange={(logo) => set({ logo })} upload={upload} error={errors.get('logoFileId')} />
        <ColourField value={value.colour} onChange={(colour) => set({ colour })} error={errors.get('colour')} />
      </fieldset>
    </div>
  )
}

type WordsProps = {
  label: string
  path: string
  value: { tw: string; en: string }
  onChange(value: { tw: string; en: string }): void
  errors: FieldErrors
  maxLength: number
  hint: string | undefined
}

/** One line in both languages, side by side. */
function Words({ label, path, value, onChange, errors, maxLength, hint }: WordsProps) {
  return (
    <div className={style.both}>
      {locales.map((locale) => (
        <TextField
          key={locale}
          label={`${label}${locale === 'tw' ? m.staff_in_chinese() : m.staff_in_english()}`}
          name={`${path}.${locale}`}
          lang={htmlLang[locale]}
          autoComplete="off"
          optional={path !== 'name'}
          maxLength={maxLength}
          hint={hint}
          value={value[locale]}
          error={errors.get(`${path}.${locale}`)}
          onChange={(event) => onChange({ ...value, [locale]: event.target.value })}
        />
      ))}
    </div>
  )
}
