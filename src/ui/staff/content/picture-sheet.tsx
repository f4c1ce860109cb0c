import { m } from '#i18n/generated/messages.js'
import { othersThan, type DataLocale } from '#i18n/languages.ts'
import { htmlLang } from '#i18n/locale.ts'
import { inEach, say, type Words } from '#i18n/words.ts'
import { inLanguage } from '#ui/kit/data-languages.ts'
import { TextField } from '#ui/kit/field.tsx'
import { Sheet, SheetActions } from '#ui/kit/sheet.tsx'
import { PrivatePicture } from '#ui/staff/kit/private-picture.tsx'
import { CheckInput } from '#ui/staff/kit/fields.tsx'
import { StaffButton } from '#ui/staff/kit/staff-button.tsx'
import { Fragment, useState, type FormEvent } from 'react'
import style from './editor.module.css'
import type { UploadedPicture } from '#ui/staff/kit/use-uploads.ts'

export type PlacedPicture = { picture: UploadedPicture; alt: Words; both: boolean }

type Props = { picture: UploadedPicture; language: DataLocale; onPlace(placed: PlacedPicture): void; onClose(): void }

const also: Record<DataLocale, () => string> = { tw: m.staff_content_also_en, en: m.staff_content_also_tw }

/** Asks what a picture shows, for those who do not see it, before it is put into the text. */
export function PictureSheet({ picture, language, onPlace, onClose }: Props) {
  const [both, setBoth] = useState(true)
  const [isEmpty, setEmpty] = useState(false)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    const alt = inEach((one) => String(data.get(`alt.${one}`) ?? '').trim())
    if (alt[language] === '') return setEmpty(true)
    onPlace({ picture, alt: inEach((one) => say(alt, one)), both })
  }
  const field = (one: DataLocale) => (
    <TextField
      name={`alt.${one}`}
      label={`${m.staff_content_alt()}${inLanguage(one)}`}
      lang={htmlLang(one)}
      required={one === language}
      error={isEmpty && one === language ? m.field_required() : undefined}
      maxLength={200}
      autoComplete="off"
    />
  )
  return (
    <Sheet open title={m.staff_content_alt_title()} onClose={onClose}>
      <form className="stack gap-4" noValidate onSubmit={submit}>
        <PrivatePicture
          className={style.chosen}
          fileId={picture.id}
          alt=""
          width={picture.width || undefined}
          height={picture.height || undefined}
        />
        <p className="note">{m.staff_content_alt_hint()}</p>
        {field(language)}
        <CheckInput label={also[language]()} checked={both} onChange={setBoth} />
        {both && othersThan(language).map((one) => <Fragment key={one}>{field(one)}</Fragment>)}
        <SheetActions
          main={
            <StaffButton type="submit" look="primary">
              {m.staff_content_place()}
            </StaffButton>
          }
        >
          <StaffButton onClick={onClose}>{m.staff_people_cancel()}</StaffButton>
        </SheetActions>
      </form>
    </Sheet>
  )
}
