import { m } from '#i18n/generated/messages.js'
import { Chip } from '#ui/kit/chip.tsx'
import { NavLink } from '#ui/kit/nav-link.tsx'
import { centreName, useViewer } from '#ui/session/viewer.ts'
import { siteGroups, missingAccess, type SitePage } from '#ui/site-map/site-pages.ts'
import style from '#ui/site-map/site-map.module.css'
import { facilitiesQuery } from '#ui/venues/venue-queries.ts'
import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, Link, useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { pageHead } from './-page-head.ts'

export const Route = createFileRoute('/site-map')({
  loader: async ({ context: { queryClient, api } }) => {
    await queryClient.ensureQueryData(facilitiesQuery(api))
    return { title: m.sitemap_title(), description: m.sitemap_description({ centre: centreName(queryClient) }) }
  },
  head: ({ loaderData }) => pageHead(loaderData),
  component: SiteMapPage,
})

function SiteMapPage() {
  const { api } = Route.useRouteContext()
  const { items } = useSuspenseQuery(facilitiesQuery(api)).data
  const known: object = useRouter().routesByPath
  return (
    <div className="stack gap-8">
      <header className={style.head}>
        <h1>{m.sitemap_title()}</h1>
        <p>{m.sitemap_lead()}</p>
      </header>
      <div className={style.groups}>
        {siteGroups.map(({ id, title, pages }) => (
          <Group key={id} id={id} title={title()}>
            {pages
              .filter(({ to }) => to in known)
              .map((page) => (
                <Entry key={page.to} page={page} />
              ))}
          </Group>
        ))}
        <Group id="facilities" title={m.sitemap_facilities()} many>
          {items.map(({ id, name }) => (
            <li key={id}>
              <Link to="/venues/$id" params={{ id: String(id) }}>
                {name}
              </Link>
            </li>
          ))}
        </Group>
      </div>
    </div>
  )
}

function Group({ id, title, many = false, children }: { id: string; title: string; many?: boolean; children: ReactNode }) {
  return (
    <section className={many ? `${style.group} ${style.many}` : style.group} aria-labelledby={`group-${id}`}>
      <h2 id={`group-${id}`}>{title}</h2>
      <ul>{children}</ul>
    </section>
  )
}

function Entry({ page }: { page: SitePage }) {
  const wanted = missingAccess(page, useViewer())
  return (
    <li>
      <NavLink to={page.to}>{page.label()}</NavLink>
      {wanted && <Chip>{wanted === 'club' ? m.sitemap_needs_club() : m.sitemap_needs_login()}</Chip>}
    </li>
  )
}
