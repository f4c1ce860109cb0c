import { m } from '#i18n/generated/messages.js'
import type { HighlightPicture } from '#modules/content/story-wire.ts'
import { Icon } from '#ui/kit/icon.tsx'
import { useLayoutEffect, useRef, type KeyboardEvent } from 'react'
import { Picture } from './picture.tsx'
import style from './picture-viewer.module.css'

export type Shown = { picture: HighlightPicture; title: string }
type Props = { all: Shown[]; at: number; onMove(to: number): void; onClose(): void }

/** Modal viewer for one picture at a time. The native dialog traps the focus; Escape closes, arrow keys step. */
export function PictureViewer({ all, at, onMove, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const { picture, title } = all[at]!
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [])

  const turn = (step: number) => onMove((at + step + all.length) % all.length)
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'ArrowRight') turn(1)
    else if (event.key === 'ArrowLeft') turn(-1)
  }

  return (
    <dialog
      ref={dialog}
      className={style.viewer}
      aria-label={m.highlight_viewer()}
      onKeyDown={onKey}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      <figure className={style.figure}>
        <Picture key={picture.id} picture={picture} sizes="100vw" first className={style.picture} />
        <figcaption className={style.caption} aria-live="polite">
          <b>{title}</b>
          <span>{picture.alt}</span>
          <span className={style.count}>{m.highlight_count({ n: at + 1, total: all.length })}</span>
        </figcaption>
      </figure>
      <button type="button" className={`${style.tool} ${style.close}`} aria-label={m.sheet_close()} onClick={onClose}>
        <Icon name="close" />
      </button>
      {all.length > 1 && (
        <>
          <button type="button" className={`${style.tool} ${style.back}`} aria-label={m.highlight_previous()} onClick={() => turn(-1)}>
            <Icon name="back" />
          </button>
          <button type="button" className={`${style.tool} ${style.forward}`} aria-label={m.highlight_next()} onClick={() => turn(1)}>
            <Icon name="forward" />
          </button>
        </>
      )}
    </dialog>
  )
}
