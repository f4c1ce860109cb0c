import { m } from '#i18n/generated/messages.js'
import type { DocItem, DocListAnswer } from '#modules/content/wire.ts'
import { Chip } from '#ui/kit/chip.tsx'
import { Link } from '@tanstack/react-router'
import { ArticleList } from './article-list.tsx'
import style from './content-list.module.css'
import type { DocSearch } from './content-search.ts'
import { langOf, sayDate } from './content-words.ts'
import card from './doc-list.module.css'
import { FileLinks } from './file-links.tsx'

type Props = { found: DocListAnswer; search: DocSearch; busy: boolean }

/** Documents with their files, each one press away. */
export function DocList({ found, search, busy }: Props) {
  return (
    <ArticleList
      path="/documents"
      found={found}
      search={search}
      busy={busy}
      none={m.doc_none()}
      noneLikeThis={m.doc_none_like_this()}
      className={card.list}
      renderItem={(item) => <DocCard key={item.id} item={item} />}
      renderStep={(page, label, icon) => (
        <Link to="/documents" search={{ ...search, page: page === 1 ? undefined : String(page) }} aria-label={label}>
          {icon}
        </Link>
      )}
    />
  )
}

function DocCard({ item }: { item: DocItem }) {
  return (
    <li className={card.card}>
      <div className={style.meta}>
        <Chip>{item.categoryName}</Chip>
        {item.pinned && <Chip tone="good">{m.content_pinned()}</Chip>}
      </div>
      <h2 className={card.title} lang={langOf(item.locale)} dir="auto">
        <Link to="/documents/detail" search={{ id: String(item.id) }}>
          {item.title}
        </Link>
      </h2>
      {item.summary && (
        <p className={style.summary} lang={langOf(item.locale)} dir="auto">
          {item.summary}
        </p>
      )}
      <p className={card.updated}>{m.doc_updated({ date: sayDate(item.updatedAt) })}</p>
      <FileLinks files={item.files} label={m.content_attachments()} />
    </li>
  )
}
