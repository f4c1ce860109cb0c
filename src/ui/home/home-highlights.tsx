import { m } from '#i18n/generated/messages.js'
import type { HighlightListAnswer } from '#modules/content/story-wire.ts'
import { Picture } from '#ui/highlights/picture.tsx'
import { Link } from '@tanstack/react-router'
import { HomeSection } from './home-section.tsx'
import style from './home.module.css'

/** One picture of each of the newest stories. */
export function HomeHighlights({ found }: { found: HighlightListAnswer }) {
  const shown = found.items.flatMap(({ id, title, pictures }) => (pictures[0] ? [{ id, title, picture: pictures[0] }] : []))
  if (shown.length === 0) return null
  return (
    <HomeSection id="highlights" title={m.home_highlights()} more={<Link to="/highlights">{m.home_all_highlights()}</Link>}>
      <ul className={style.stories}>
        {shown.map(({ id, title, picture }) => (
          <li key={id}>
            <Link to="/highlights" hash={`story-${id}`}>
              <Picture picture={picture} alt="" sizes="(min-width: 900px) 360px, (min-width: 600px) 33vw, 82vw" />
              <span>{title}</span>
            </Link>
          </li>
        ))}
      </ul>
    </HomeSection>
  )
}
