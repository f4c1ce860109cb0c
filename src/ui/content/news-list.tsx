import { m } from '#i18n/generated/messages.js'
import type { NewsItem, NewsListAnswer } from '#modules/content/wire.ts'
import { Chip } from '#ui/kit/chip.tsx'
import { Icon } from '#ui/kit/icon.tsx'
import { Link } from '@tanstack/react-router'
import { ArticleList } from './article-list.tsx'
import style from './content-list.module.css'
import type { NewsSearch } from './content-search.ts'
import { langOf, sayDate } from './content-words.ts'

type Props = { found: NewsListAnswer; search: NewsSearch; busy: boolean }

export function NewsList({ found, search, busy }: Props) {
  return (
    <ArticleList
      path="/news"
      found={found}
      search={search}
      busy={busy}
      none={m.news_none()}
      noneLikeThis={m.news_none_like_this()}
      className={style.list}
      renderItem={(item) => <NewsRow key={item.id} item={item} />}
      renderStep={(page, label, icon) => (
        <Link to="/news" search={{ ...search, page: page === 1 ? undefined : String(page) }} aria-label={label}>
          {icon}
        </Link>
      )}
    />
  )
}

/** Plain elements instead of components: a page has many rows. */
function NewsRow({ item }: { item: NewsItem }) {
  return (
    <li className={style.item}>
      <div className={style.meta}>
        {item.publishedAt && <time dateTime={item.publishedAt}>{sayDate(item.publishedAt)}</time>}
        <Chip tone={item.category === 'closure' ? 'danger' : 'plain'}>{item.categoryName}</Chip>
        {item.pinned && <Chip tone="good">{m.content_pinned()}</Chip>}
      </div>
      <div lang={langOf(item.locale)}>
        <h2 className={style.title} dir="auto">
          <Link to="/news/detail" search={{ id: String(item.id) }}>
            {item.title}
          </Link>
        </h2>
        {item.summary && (
          <p className={style.summary} dir="auto">
            {item.summary}
          </p>
        )}
        {item.files > 0 && (
          <p className={style.attached}>
            <Icon name="file" size={16} />
            {m.content_attachment_count({ n: item.files })}
          </p>
        )}
      </div>
    </li>
  )
}
