import { formatDate } from '#i18n/dates.ts'
import { m } from '#i18n/generated/messages.js'
import { getLocale } from '#i18n/generated/runtime.js'
import { momentAt } from '#lib/zone.ts'
import type { Highlight } from '#modules/highlights/wire.ts'
import type { CSSProperties, MouseEvent } from 'react'
import { Picture } from './picture.tsx'
import style from './story.module.css'

type Props = { story: Highlight; first: boolean; onOpen(index: number): void }

/** A story with its pictures in rows. Each picture is a link to its file, which works without JavaScript. */
export function Story({ story, first, onOpen }: Props) {
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
