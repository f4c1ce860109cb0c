import { m } from '#i18n/generated/messages.js'
import { ArticleView } from '#ui/content/article-view.tsx'
import style from '#ui/content/article.module.css'
import { newsQuery } from '#ui/content/content-queries.ts'
import { namesArticle, readDetailSearch } from '#ui/content/content-search.ts'
import { sayDate } from '#ui/content/content-words.ts'
import { ListSkeleton } from '#ui/content/list-skeleton.tsx'
import { Neighbours } from '#ui/content/neighbours.tsx'
import { Icon } from '#ui/kit/icon.tsx'
import { centreName } from '#ui/session/viewer.ts'
import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, Link, redirect } from '@tanstack/react-router'
import { articleHead, newsFeed } from '../-article-head.ts'
import { validate } from '../-validate.ts'

const isArticle = validate(({ search }) => namesArticle(search))

export const Route = createFileRoute('/news/detail')({
  validateSearch: readDetailSearch,
  beforeLoad: async (asked) => {
    // Without an id the address names no article: the list is shown instead of 404.
    if (asked.search.id === undefined && asked.search.preview === undefined) throw redirect({ to: '/news', replace: true })
    await isArticle(asked)
  },
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient, api }, deps }) => {
    const { title, summary, picture, publishedAt } = await queryClient.ensureQueryData(newsQuery(api, deps))
    const description = summary || m.news_description({ centre: centreName(queryClient) })
    return { title, description, picture, publishedAt, isPreview: deps.preview !== undefined }
  },
  head: ({ loaderData }) => ({
    ...articleHead(loaderData),
    links: [newsFeed()],
  }),
  pendingComponent: ListSkeleton,
  component: NewsDetailPage,
})

function NewsDetailPage() {
  const { api } = Route.useRouteContext()
  const search = Route.useSearch()
  const article = useSuspenseQuery(newsQuery(api, search)).data
  const back = (
    <Link to="/news" className={style.back}>
      <Icon name="back" size={18} />
      {m.news_back()}
    </Link>
  )
  return (
    <ArticleView article={article} preview={search.preview} date={article.publishedAt && sayDate(article.publishedAt)} back={back}>
      <Neighbours article={article} />
    </ArticleView>
  )
}
