import { m } from '#i18n/generated/messages.js'
import { newsListQuery } from '#ui/content/content-queries.ts'
import { highlightsQuery } from '#ui/highlights/highlight-queries.ts'
import { Hero } from '#ui/home/hero.tsx'
import { HomeHighlights } from '#ui/home/home-highlights.tsx'
import { HomeNews } from '#ui/home/home-news.tsx'
import { HomeRound } from '#ui/home/home-round.tsx'
import style from '#ui/home/home.module.css'
import { Shortcuts } from '#ui/home/shortcuts.tsx'
import { Today } from '#ui/home/today.tsx'
import { lazyWithRetry } from '#ui/kit/lazy-with-retry.tsx'
import { centreName, isLoggedIn, useViewer } from '#ui/session/viewer.ts'
import { facilitiesQuery, nextTimesQuery } from '#ui/venues/venue-queries.ts'
import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { pageHead } from './-page-head.ts'

/** Loaded for members only. */
const OwnNext = lazyWithRetry(async () => (await import('#ui/home/own-next.tsx')).OwnNext)

const [newsShown, storiesShown] = [6, 3]

export const Route = createFileRoute('/')({
  loader: async ({ context: { queryClient, api } }) => {
    await Promise.all([
      queryClient.ensureQueryData(facilitiesQuery(api)),
      queryClient.ensureQueryData(nextTimesQuery(api)),
      queryClient.ensureQueryData(newsListQuery(api, {}, newsShown)),
      queryClient.ensureQueryData(highlightsQuery(api, { pageSize: storiesShown })),
    ])
    return { title: m.home_title(), description: m.home_description({ centre: centreName(queryClient) }) }
  },
  head: ({ loaderData }) => pageHead(loaderData),
  component: HomePage,
})

function HomePage() {
  const { api } = Route.useRouteContext()
  const loggedIn = isLoggedIn(useViewer())
  const found = useSuspenseQuery(facilitiesQuery(api)).data
  const next = useSuspenseQuery(nextTimesQuery(api)).data
  const news = useSuspenseQuery(newsListQuery(api, {}, newsShown)).data
  const highlights = useSuspenseQuery(highlightsQuery(api, { pageSize: storiesShown })).data
  return (
    <div className={style.page}>
      <Hero found={found} own={loggedIn && <OwnNext />} />
      <Shortcuts />
      <HomeRound />
      <div className={style.columns}>
        <Today found={found} next={next} />
        <HomeNews found={news} />
      </div>
      <HomeHighlights found={highlights} />
    </div>
  )
}
