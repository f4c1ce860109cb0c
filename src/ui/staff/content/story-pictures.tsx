import { m } from '#i18n/generated/messages.js'
import { TextInput } from '#ui/staff/kit/fields.tsx'
import { maxFileMegabytes } from '#modules/files/rules.ts'
import { DropList, MoveButtons, moved } from '#ui/staff/kit/drop-list.tsx'
import { PrivatePicture } from '#ui/staff/kit/private-picture.tsx'
import { StaffButton } from '#ui/staff/kit/staff-button.tsx'
import { usePictureUpload } from '#ui/staff/kit/use-uploads.ts'
import type { DraftPicture } from './editor-draft.ts'
import style from './editor.module.css'

type Props = { pictures: DraftPicture[]; onChange(pictures: DraftPicture[]): void }

/** Pictures of a story in their order, each with its words for those who do not see it. */
export function StoryPictures({ pictures, onChange }: Props) {
  const { send, isSending } = usePictureUpload((added) =>
    onChange([
      ...pictures.filter(({ fileId }) => added.every(({ id }) => id !== fileId)),
      ...added.map(({ id }) => ({ fileId: id, altTw: '', altEn: '' })),
    ]),
  )
  const put = (n: number, patch: Partial<DraftPicture>) => onChange(pictures.map((one, k) => (k === n ? { ...one, ...patch } : one)))
  return (
    <DropList
      label={m.staff_content_pictures()}
      hint={m.upload_allowed_pictures({ megabytes: maxFileMegabytes })}
      accept="image/*"
      add={m.staff_content_add_pictures()}
      isSending={isSending}
      onFiles={(files) => void send(files)}
    >
      {pictures.map((picture, n) => {
        const name = picture.altTw || m.staff_content_picture_n({ n: n + 1 })
        return (
          <li key={picture.fileId} className={style.picture}>
            <PrivatePicture fileId={picture.fileId} alt="" />
            <div className={style.alts}>
              <TextInput
                path={`pictures.${n}.altTw`}
                label={`${m.staff_content_alt()}${m.staff_in_chinese()}`}
                lang="zh-Hant-TW"
                value={picture.altTw}
                maxLength={300}
                onChange={(altTw) => put(n, { altTw })}
              />
              <TextInput
                path={`pictures.${n}.altEn`}
                label={`${m.staff_content_alt()}${m.staff_in_english()}`}
                lang="en-GB"
                value={picture.altEn}
                maxLength={300}
                optional
                onChange={(altEn) => put(n, { altEn })}
              />
            </div>
            <div className={style.pictureTools}>
              <MoveButtons name={name} at={n} count={pictures.length} onMove={(to) => onChange(moved(pictures, n, to))} />
              <StaffButton look="quiet" icon="remove" iconOnly onClick={() => onChange(pictures.filter((_, k) => k !== n))}>
                {m.staff_content_remove({ name })}
              </StaffButton>
            </div>
          </li>
        )
      })}
    </DropList>
  )
}
