import { m } from '#i18n/generated/messages.js'
import type { NewsAnswer } from '#modules/content/wire.ts'
import { Icon } from '#ui/kit/icon.tsx'
import { Link } from '@tanstack/react-router'
import style from './article.module.css'

/** Links to the article published before this one and to the one after. */
export function Neighbours({ article: { previous, next } }: { article: NewsAnswer }) {
  if (!previous && !next) return null
  return (
    <nav className={style.neighbours} aria-label={m.content_neighbours()}>
      {previous && (
        <Link to="/news/detail" search={{ id: String(previous.id) }} rel="prev">
          <span>
            <Icon name="back" size={16} /> {m.news_previous()}
          </span>
          <bdi>{previous.title}</bdi>
        </Link>
      )}
      {next && (
        <Link to="/news/detail" search={{ id: String(next.id) }} rel="next" className={style.next}>
          <span>
            {m.news_next()} <Icon name="forward" size={16} />
          </span>
          <bdi>{next.title}</bdi>
        </Link>
      )}
    </nav>
  )
}
