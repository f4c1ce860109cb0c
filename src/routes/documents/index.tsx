import { m } from '#i18n/generated/messages.js'
import { DocCategories } from '#ui/content/category-links.tsx'
import { docListQuery } from '#ui/content/content-queries.ts'
import { readDocSearch } from '#ui/content/content-search.ts'
import style from '#ui/content/content-list.module.css'
import { DocList } from '#ui/content/doc-list.tsx'
import { KeywordForm } from '#ui/content/keyword-form.tsx'
import { ListSkeleton } from '#ui/content/list-skeleton.tsx'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { pageHead } from '../-page-head.ts'

export const Route = createFileRoute('/documents/')({
  validateSearch: readDocSearch,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient, api }, deps }) => {
    await queryClient.ensureQueryData(docListQuery(api, deps))
    return { title: m.doc_title(), description: m.doc_description() }
  },
  head: ({ loaderData }) => pageHead(loaderData),
  pendingComponent: ListSkeleton,
  component: DocumentsPage,
})

function DocumentsPage() {
  const { api } = Route.useRouteContext()
  const search = Route.useSearch()
  const { data, isPlaceholderData } = useQuery(docListQuery(api, search))
  return (
    <div className="stack gap-5">
      <header className={style.head}>
        <div>
          <h1>{m.doc_title()}</h1>
          <p className={style.lead}>{m.doc_lead()}</p>
        </div>
      </header>
      <div className={style.narrow}>
        <DocCategories search={search} />
        <KeywordForm path="/documents" category={search.category} keyword={search.keyword} />
      </div>
      {data ? <DocList found={data} search={search} busy={isPlaceholderData} /> : <ListSkeleton />}
    </div>
  )
}
