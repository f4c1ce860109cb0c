import { m } from '#i18n/generated/messages.js'
import type { NewsListAnswer } from '#modules/content/wire.ts'
import { langOf, sayDate } from '#ui/content/content-words.ts'
import { Chip } from '#ui/kit/chip.tsx'
import { Link } from '@tanstack/react-router'
import { HomeSection } from './home-section.tsx'
import style from './home.module.css'

export function HomeNews({ found }: { found: NewsListAnswer }) {
  if (found.items.length === 0) return null
  return (
    <HomeSection id="news" title={m.home_news()} more={<Link to="/news">{m.home_all_news()}</Link>}>
      <ul className={style.news}>
        {found.items.map(({ id, title, categoryName, category, publishedAt, pinned, locale }) => (
          <li key={id}>
            <span className={style.newsMeta}>
              {publishedAt && <time dateTime={publishedAt}>{sayDate(publishedAt)}</time>}
              <Chip tone={category === 'closure' ? 'danger' : 'plain'}>{categoryName}</Chip>
              {pinned && <Chip tone="good">{m.home_pinned()}</Chip>}
            </span>
            <Link to="/news/detail" search={{ id: String(id) }} lang={langOf(locale)} dir="auto">
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </HomeSection>
  )
}
