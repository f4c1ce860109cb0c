import { m } from '#i18n/generated/messages.js'
import { TextField } from '#ui/kit/field.tsx'
import { Sheet } from '#ui/kit/sheet.tsx'
import { PrivatePicture } from '#ui/staff/kit/private-picture.tsx'
import { CheckInput } from '#ui/staff/kit/fields.tsx'
import { StaffButton } from '#ui/staff/kit/staff-button.tsx'
import { useState, type FormEvent } from 'react'
import style from './editor.module.css'
import type { UploadedPicture } from './use-pictures.ts'

export type Language = 'tw' | 'en'
export type PlacedPicture = { picture: UploadedPicture; alt: Record<Language, string>; both: boolean }

type Props = { picture: UploadedPicture; language: Language; onPlace(placed: PlacedPicture): void; onClose(): void }

/** Asks what a picture shows, for those who do not see it, before it is put into the text. */
export function PictureSheet({ picture, language, onPlace, onClose }: Props) {
  const [both, setBoth] = useState(true)
  const [isEmpty, setEmpty] = useState(false)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    const alt = { tw: String(data.get('altTw') ?? '').trim(), en: String(data.get('altEn') ?? '').trim() }
    if (alt[language] === '') return setEmpty(true)
    onPlace({ picture, alt: { tw: alt.tw || alt.en, en: alt.en || alt.tw }, both })
  }
  const field = (one: Language) => (
    <TextField
      name={one === 'tw' ? 'altTw' : 'altEn'}
      label={`${m.staff_content_alt()}${one === 'tw' ? m.staff_in_chinese() : m.staff_in_english()}`}
      lang={one === 'tw' ? 'zh-Hant-TW' : 'en-GB'}
      required={one === language}
      error={isEmpty && one === language ? m.field_required() : undefined}
      maxLength={200}
      autoComplete="off"
    />
  )
  return (
    <Sheet open title={m.staff_content_alt_title()} onClose={onClose}>
      <form className={style.sheet} noValidate onSubmit={submit}>
        <PrivatePicture
          className={style.chosen}
          fileId={picture.id}
          alt=""
          width={picture.width || undefined}
          height={picture.height || undefined}
        />
        <p className={style.note}>{m.staff_content_alt_hint()}</p>
        {field(language)}
        <CheckInput label={language === 'tw' ? m.staff_content_also_en() : m.staff_content_also_tw()} checked={both} onChange={setBoth} />
        {both && field(language === 'tw' ? 'en' : 'tw')}
        <div className={style.buttons}>
          <StaffButton onClick={onClose}>{m.staff_people_cancel()}</StaffButton>
          <StaffButton type="submit" look="primary">
            {m.staff_content_place()}
          </StaffButton>
        </div>
      </form>
    </Sheet>
  )
}
