import type { HighlightListAnswer, Highlight } from '#modules/content/story-wire.ts'
import { useState, type CSSProperties, type MouseEvent } from 'react'
import { PictureViewer } from './picture-viewer.tsx'
import { formatDate } from '#i18n/dates.ts'
import { m } from '#i18n/generated/messages.js'
import { getLocale } from '#i18n/generated/runtime.js'
import { momentAt } from '#lib/zone.ts'
import { Picture } from './picture.tsx'
import style from './story.module.css'

/** All stories of a page. The viewer steps through all of their pictures; on closing, the last one shown receives the focus. */
export function Gallery({ stories }: { stories: HighlightListAnswer['items'] }) {
  const [open, setOpen] = useState<number>()
  const all = stories.flatMap(({ title, pictures }) => pictures.map((picture) => ({ picture, title })))
  const indexOf = (id: string) => all.findIndex(({ picture }) => picture.id === id)
  const close = () => {
    const id = open === undefined ? undefined : all[open]?.picture.id
    setOpen(undefined)
    // A frame later, after the dialog has restored the focus to the picture that opened it.
    requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-picture="${id}"]`)?.focus())
  }
  return (
    <>
      {stories.map((story, n) => (
        <Story key={story.id} story={story} first={n === 0} onOpen={(k) => setOpen(indexOf(story.pictures[k]!.id))} />
      ))}
      {open !== undefined && <PictureViewer all={all} at={open} onMove={setOpen} onClose={close} />}
    </>
  )
}

type Props = { story: Highlight; first: boolean; onOpen(index: number): void }

/** A story with its pictures in rows. Each picture is a link to its file, which works without JavaScript. */
function Story({ story, first, onOpen }: Props) {
  const open = (index: number) => (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    onOpen(index)
  }
  return (
    <article className={style.story} aria-labelledby={`story-${story.id}`}>
      <header className={style.words}>
        <time dateTime={story.day}>{formatDate(momentAt(story.day, 720), getLocale())}</time>
        <h2 id={`story-${story.id}`}>{story.title}</h2>
        {story.text && <p>{story.text}</p>}
      </header>
      <ul className={style.pictures}>
        {story.pictures.map((picture, n) => (
          <li key={picture.id} style={{ '--ratio': (picture.width / picture.height).toFixed(3) } as CSSProperties}>
            <a href={picture.fallback} aria-label={m.highlight_open({ alt: picture.alt })} data-picture={picture.id} onClick={open(n)}>
              <Picture picture={picture} alt="" sizes={sizesOf(story.pictures.length)} first={first && n === 0} />
            </a>
          </li>
        ))}
      </ul>
    </article>
  )
}

const sizesOf = (count: number) =>
  count === 1
    ? '(min-width: 1440px) 1376px, 100vw'
    : `(min-width: 1440px) ${Math.round(1376 / count)}px, (min-width: 768px) ${Math.round(100 / count)}vw, 100vw`
