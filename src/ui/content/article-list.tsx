import { m } from '#i18n/generated/messages.js'
import { ButtonLink } from '#ui/kit/button.tsx'
import { EmptyCourt } from '#ui/kit/empty-court.tsx'
import { Pagination } from '#ui/kit/pagination.tsx'
import { Link, useNavigate } from '@tanstack/react-router'
import type { ComponentProps, ReactNode } from 'react'
import style from './content-list.module.css'
import type { ContentSearch } from './content-search.ts'

type Props<T extends { id: number }> = {
  path: '/news' | '/documents'
  found: { items: T[]; page: number; pageSize: number; total: number }
  search: ContentSearch<string>
  busy: boolean
  none: string
  noneLikeThis: string
  className: string | undefined
  renderItem(item: T): ReactNode
  renderStep: ComponentProps<typeof Pagination>['renderStep']
}

/** List of news or documents with its pagination. */
export function ArticleList<T extends { id: number }>({
  path,
  found,
  search,
  busy,
  className,
  renderItem,
  renderStep,
  ...words
}: Props<T>) {
  const navigate = useNavigate()
  const showSize = (size: number) =>
    void navigate({ to: path, search: { ...search, page: undefined, pageSize: String(size) } as ContentSearch<never>, resetScroll: false })
  const { pageSize: _, ...narrowing } = search
  if (found.items.length === 0) return <NoArticles path={path} narrowed={Object.values(narrowing).some(Boolean)} {...words} />
  return (
    <>
      {search.keyword !== undefined && (
        <p className={style.found} role="status">
          {m.content_found({ n: found.total })}
          <Link to={path} resetScroll={false}>
            {m.content_clear()}
          </Link>
        </p>
      )}
      <ul className={className} aria-busy={busy || undefined}>
        {found.items.map(renderItem)}
      </ul>
      <Pagination page={found.page} pageSize={found.pageSize} total={found.total} renderStep={renderStep} onPageSize={showSize} />
    </>
  )
}

/** Empty state of the list. */
function NoArticles({ path, narrowed, none, noneLikeThis }: Pick<Props<never>, 'path' | 'none' | 'noneLikeThis'> & { narrowed: boolean }) {
  return (
    <div role="status">
      <EmptyCourt>
        <p>{narrowed ? noneLikeThis : none}</p>
        {narrowed && (
          <>
            <p className={style.lead}>{m.content_hint()}</p>
            <ButtonLink to={path} search={{}} look="secondary">
              {m.content_show_all()}
            </ButtonLink>
          </>
        )}
      </EmptyCourt>
    </div>
  )
}
