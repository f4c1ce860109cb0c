import { m } from '#i18n/generated/messages.js'
import { maxFileMegabytes } from '#modules/files/rules.ts'
import { centred, longestAlt, mostPictures, withinPicture, type FocalPoint } from '#modules/venues/picture-rules.ts'
import { useObjectUrl } from '#ui/files/use-object-url.ts'
import { Chip } from '#ui/kit/chip.tsx'
import { toast } from '#ui/kit/toast.tsx'
import type { PictureFile } from '#ui/staff/kit/catalogue-types.ts'
import { DropList, moved } from '#ui/staff/kit/drop-list.tsx'
import { fieldId, NumberField, useFieldError, WordsField } from '#ui/staff/kit/fields.tsx'
import { say } from '#ui/staff/kit/say-words.ts'
import { StaffButton } from '#ui/staff/kit/staff-button.tsx'
import { Panel } from '#ui/staff/kit/staff-page.tsx'
import { usePictureUpload } from '#ui/staff/kit/use-uploads.ts'
import { useRef, type CSSProperties, type KeyboardEvent, type PointerEvent } from 'react'
import style from './pictures-tab.module.css'
import type { TabProps } from './tab-props.ts'

/** Pictures of a facility in their order, each with what it shows and what of it stays in view. */
export function PicturesTab({ facility, draft: { change } }: TabProps) {
  const pictures = facility.pictures ?? []
  const set = (next: PictureFile[]) => change({ pictures: next })
  const { send, isSending } = usePictureUpload((added) => {
    const fresh = added.filter(({ id }, n) =>
      [...pictures.map(({ file }) => file), ...added.slice(0, n).map((one) => one.id)].every((one) => one !== id),
    )
    if (pictures.length + fresh.length > mostPictures) toast('error', m.catalogue_error_too_many({ maximum: mostPictures }))
    set([...pictures, ...fresh.map(({ id }) => ({ file: id, alt: { tw: '', en: '' }, focus: centred }))].slice(0, mostPictures))
  })
  return (
    <Panel title={m.catalogue_pictures_title()} lead={m.catalogue_pictures_lead()}>
      <DropList
        label={m.catalogue_tab_pictures()}
        hint={m.catalogue_pictures_hint({ most: mostPictures, megabytes: maxFileMegabytes })}
        accept="image/jpeg,image/png,image/webp"
        add={m.catalogue_pictures_add()}
        isSending={isSending}
        onFiles={(files) => void send(files)}
      >
        {pictures.map((picture, n) => (
          <PictureRow
            key={picture.file}
            picture={picture}
            n={n}
            isLast={n === pictures.length - 1}
            onChange={(patch) => set(pictures.map((one, k) => (k === n ? { ...one, ...patch } : one)))}
            onMove={(to) => set(moved(pictures, n, to))}
            onRemove={() => set(pictures.filter((_, k) => k !== n))}
          />
        ))}
      </DropList>
    </Panel>
  )
}

type RowProps = {
  picture: PictureFile
  n: number
  isLast: boolean
  onChange(patch: Partial<PictureFile>): void
  onMove(to: number): void
  onRemove(): void
}

function PictureRow({ picture: { file, alt, focus }, n, isLast, onChange, onMove, onRemove }: RowProps) {
  const name = say(alt) || m.catalogue_picture_n({ n: n + 1 })
  const path = `pictures.${n}`
  const missing = useFieldError(`${path}.file`)
  const put = (axis: 'x' | 'y') => (value: number | null) => onChange({ focus: { ...focus, [axis]: value ?? 0 } })
  return (
    <li className={style.picture}>
      <FocalPicture fileId={file} name={name} focus={focus} onChange={(next) => onChange({ focus: next })} />
      <div className={style.words}>
        <p className={style.head}>
          <b>{m.catalogue_picture_n({ n: n + 1 })}</b>
          {n === 0 && <Chip tone="good">{m.catalogue_picture_first()}</Chip>}
        </p>
        {missing && (
          <p id={fieldId(`${path}.file`)} className={style.wrong} tabIndex={-1}>
            {missing}
          </p>
        )}
        <WordsField
          path={`${path}.alt`}
          label={m.catalogue_picture_alt()}
          fallsBack
          maxLength={longestAlt}
          value={alt}
          onChange={(words) => onChange({ alt: words })}
        />
        <fieldset className={style.focus}>
          <legend>{m.catalogue_picture_focus()}</legend>
          <p className="note">{m.catalogue_picture_focus_hint()}</p>
          <NumberField
            path={`${path}.focus.x`}
            label={m.catalogue_picture_focus_x()}
            unit="%"
            max={100}
            value={focus.x}
            onChange={put('x')}
          />
          <NumberField
            path={`${path}.focus.y`}
            label={m.catalogue_picture_focus_y()}
            unit="%"
            max={100}
            value={focus.y}
            onChange={put('y')}
          />
        </fieldset>
        <Tools name={name} n={n} isLast={isLast} onMove={onMove} onRemove={onRemove} />
      </div>
    </li>
  )
}

type ToolsProps = Pick<RowProps, 'n' | 'isLast' | 'onMove' | 'onRemove'> & { name: string }

function Tools({ name, n, isLast, onMove, onRemove }: ToolsProps) {
  return (
    <div className={style.tools}>
      <StaffButton look="quiet" icon="up" iconOnly disabled={n === 0} onClick={() => onMove(n - 1)}>
        {m.catalogue_picture_up({ name })}
      </StaffButton>
      <StaffButton look="quiet" icon="down" iconOnly disabled={isLast} onClick={() => onMove(n + 1)}>
        {m.catalogue_picture_down({ name })}
      </StaffButton>
      <StaffButton look="quiet" icon="remove" iconOnly onClick={onRemove}>
        {m.catalogue_picture_remove({ name })}
      </StaffButton>
    </div>
  )
}

type FocalProps = { fileId: string; name: string; focus: FocalPoint; onChange(focus: FocalPoint): void }

const steps: Record<string, FocalPoint> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}

/** The whole picture with its focal point, which is dragged or moved by arrow keys, and what is left of it on a card and on a page. */
function FocalPicture({ fileId, name, focus, onChange }: FocalProps) {
  const shown = useObjectUrl(fileId)
  const ground = useRef<HTMLDivElement>(null)
  const point = (event: PointerEvent) => {
    const { left, top, width, height } = ground.current!.getBoundingClientRect()
    onChange(withinPicture({ x: ((event.clientX - left) / width) * 100, y: ((event.clientY - top) / height) * 100 }))
  }
  const step = (event: KeyboardEvent) => {
    const by = steps[event.key]
    if (!by) return
    event.preventDefault()
    const far = event.shiftKey ? 10 : 1
    onChange(withinPicture({ x: focus.x + by.x * far, y: focus.y + by.y * far }))
  }
  const url = shown && shown !== 'failed' ? shown.url : undefined
  const cut = { objectPosition: `${focus.x}% ${focus.y}%` }
  return (
    <div className={style.views}>
      <div
        ref={ground}
        className={style.whole}
        // A finger that scrolls the page over the picture ends with pointercancel, and moves nothing.
        onPointerUp={point}
        onPointerMove={(event) => event.pointerType === 'mouse' && event.buttons === 1 && point(event)}
      >
        <img src={url} alt="" draggable={false} />
        <button
          type="button"
          className={style.point}
          style={{ left: `${focus.x}%`, top: `${focus.y}%` } as CSSProperties}
          aria-label={m.catalogue_picture_focus_at({ name, ...focus })}
          onKeyDown={step}
        />
      </div>
      <figure className={style.card}>
        <img src={url} alt="" style={cut} />
        <figcaption>{m.catalogue_picture_card()}</figcaption>
      </figure>
      <figure className={style.wide}>
        <img src={url} alt="" style={cut} />
        <figcaption>{m.catalogue_picture_wide()}</figcaption>
      </figure>
    </div>
  )
}
