import { m } from '#i18n/generated/messages.js'
import { ArticleView } from '#ui/content/article-view.tsx'
import style from '#ui/content/article.module.css'
import { docQuery } from '#ui/content/content-queries.ts'
import { namesArticle, readDetailSearch } from '#ui/content/content-search.ts'
import { sayDate } from '#ui/content/content-words.ts'
import { ListSkeleton } from '#ui/content/list-skeleton.tsx'
import { Icon } from '#ui/kit/icon.tsx'
import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, Link, redirect } from '@tanstack/react-router'
import { articleHead } from '../-article-head.ts'
import { validate } from '../-validate.ts'

const isDocument = validate(({ search }) => namesArticle(search))

export const Route = createFileRoute('/documents/detail')({
  validateSearch: readDetailSearch,
  beforeLoad: async (asked) => {
    // Without an id the address names no article: the list is shown instead of 404.
    if (asked.search.id === undefined && asked.search.preview === undefined) throw redirect({ to: '/documents', replace: true })
    await isDocument(asked)
  },
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient, api }, deps }) => {
    const { title, summary, picture, publishedAt } = await queryClient.ensureQueryData(docQuery(api, deps))
    return { title, description: summary || m.doc_description(), picture, publishedAt, isPreview: deps.preview !== undefined }
  },
  head: ({ loaderData }) => articleHead(loaderData),
  pendingComponent: ListSkeleton,
  component: DocumentDetailPage,
})

function DocumentDetailPage() {
  const { api } = Route.useRouteContext()
  const search = Route.useSearch()
  const document = useSuspenseQuery(docQuery(api, search)).data
  const back = (
    <Link to="/documents" className={style.back}>
      <Icon name="back" size={18} />
      {m.doc_back()}
    </Link>
  )
  return (
    <ArticleView
      article={document}
      preview={search.preview}
      date={document.publishedAt && m.doc_updated({ date: sayDate(document.updatedAt) })}
      back={back}
    />
  )
}
