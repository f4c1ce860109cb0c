import { m } from '#i18n/generated/messages.js'
import { readPreview } from '#ui/content/content-search.ts'
import { Gallery } from '#ui/highlights/gallery.tsx'
import { highlightsQuery, storiesAPage } from '#ui/highlights/highlight-queries.ts'
import style from '#ui/highlights/highlights-page.module.css'
import { Callout } from '#ui/kit/callout.tsx'
import { CourtDrawing } from '#ui/kit/court-drawing.tsx'
import { Icon } from '#ui/kit/icon.tsx'
import { centreName } from '#ui/session/viewer.ts'
import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { pageHead } from './-page-head.ts'

type Search = { page?: string | undefined; preview?: string | undefined }

const readSearch = ({ page, preview }: Record<string, unknown>): Search => ({
  page: typeof page === 'string' && /^([2-9]|[1-9]\d{1,3})$/.test(page) ? page : undefined,
  preview: readPreview(preview),
})
const asked = ({ page, preview }: Search) => ({ page: preview === undefined ? Number(page ?? 1) : 1, preview })

export const Route = createFileRoute('/highlights')({
  staticData: { layout: 'highlights' },
  validateSearch: readSearch,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient, api }, deps }) => {
    const { items } = await queryClient.ensureQueryData(highlightsQuery(api, asked(deps)))
    const picture = items[0]?.pictures[0]?.fallback
    const description = m.highlight_description({ centre: centreName(queryClient) })
    return { title: m.highlight_title(), description, picture, isPreview: deps.preview !== undefined }
  },
  head: ({ loaderData }) => pageHead(loaderData),
  component: HighlightsPage,
})

function HighlightsPage() {
  const { api } = Route.useRouteContext()
  const search = Route.useSearch()
  const { page, preview } = asked(search)
  const { items, total } = useSuspenseQuery(highlightsQuery(api, asked(search))).data
  const more = page * storiesAPage < total
  return (
    <div className={style.page}>
      {preview !== undefined && <Callout title={m.content_preview()}>{m.content_preview_note()}</Callout>}
      <header className={style.head}>
        <h1>{m.highlight_title()}</h1>
        <p>{m.highlight_lead()}</p>
      </header>
      {items.length === 0 && (
        <div className={style.empty}>
          <CourtDrawing sport="tennis" className={style.court} />
          <p>{m.highlight_none()}</p>
        </div>
      )}
      <Gallery stories={items} />
      {(page > 1 || more) && (
        <nav className={style.pages} aria-label={m.pagination_label()}>
          {page > 1 ? (
            <Link to="/highlights" search={{ page: page > 2 ? String(page - 1) : undefined }}>
              <Icon name="back" size={18} /> {m.highlight_newer()}
            </Link>
          ) : (
            <span />
          )}
          {more && (
            <Link to="/highlights" search={{ page: String(page + 1) }}>
              {m.highlight_older()} <Icon name="forward" size={18} />
            </Link>
          )}
        </nav>
      )}
    </div>
  )
}
