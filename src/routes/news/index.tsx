import { m } from '#i18n/generated/messages.js'
import { getLocale } from '#i18n/generated/runtime.js'
import { NewsCategories } from '#ui/content/category-links.tsx'
import { newsListQuery } from '#ui/content/content-queries.ts'
import { readNewsSearch } from '#ui/content/content-search.ts'
import style from '#ui/content/content-list.module.css'
import { KeywordForm } from '#ui/content/keyword-form.tsx'
import { ListSkeleton } from '#ui/content/list-skeleton.tsx'
import { NewsList } from '#ui/content/news-list.tsx'
import { centreName } from '#ui/session/viewer.ts'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { newsFeed } from '../-article-head.ts'
import { pageHead } from '../-page-head.ts'

export const Route = createFileRoute('/news/')({
  validateSearch: readNewsSearch,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient, api }, deps }) => {
    await queryClient.ensureQueryData(newsListQuery(api, deps))
    return { title: m.news_title(), description: m.news_description({ centre: centreName(queryClient) }) }
  },
  head: ({ loaderData }) => ({ ...pageHead(loaderData), links: [newsFeed()] }),
  pendingComponent: ListSkeleton,
  component: NewsPage,
})

function NewsPage() {
  const { api } = Route.useRouteContext()
  const search = Route.useSearch()
  const { data, isPlaceholderData } = useQuery(newsListQuery(api, search))
  return (
    <div className="stack gap-5">
      <header className={style.head}>
        <div>
          <h1>{m.news_title()}</h1>
          <p className={style.lead}>{m.news_lead()}</p>
        </div>
        <a className={style.feed} href={`/api/News/Rss?lang=${getLocale()}`}>
          {m.news_rss()}
        </a>
      </header>
      <div className={style.narrow}>
        <NewsCategories search={search} />
        <KeywordForm path="/news" category={search.category} keyword={search.keyword} />
      </div>
      {data ? <NewsList found={data} search={search} busy={isPlaceholderData} /> : <ListSkeleton />}
    </div>
  )
}
