import { formatDay } from '#i18n/dates.ts'
import { m } from '#i18n/generated/messages.js'
import { getLocale } from '#i18n/generated/runtime.js'
import { say } from '#i18n/words.ts'
import { categoryWord } from '#ui/content/content-words.ts'
import { momentAt } from '#lib/zone.ts'
import { useApi } from '#ui/session/use-api.ts'
import { Chip } from '#ui/kit/chip.tsx'
import { FilterForm } from '#ui/staff/kit/filter-form.tsx'
import { CellNote, DataTable, type Column } from '#ui/staff/kit/data-table.tsx'
import { ReadFailure } from '#ui/staff/kit/read-failure.tsx'
import { StaffButtonLink } from '#ui/staff/kit/staff-button.tsx'
import { StaffPage } from '#ui/staff/kit/staff-page.tsx'
import { TabLink, TabLinks } from '#ui/staff/kit/tab-links.tsx'
import { useScreenLive } from '#ui/staff/kit/use-staff-live.ts'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { contentKinds, standings, type ContentKind } from './content-kinds.ts'
import { contentKey, contentListQuery, contentPageSize, type Listed } from './content-queries.ts'
import { contentView, type ContentSearch, type ContentView } from './content-search.ts'
import { kindWord, sayMoment, standingTone, standingWord } from './content-words.ts'
import style from './content.module.css'

/** News, documents and stories in every state; what was touched last comes first. */
export function ContentScreen({ search }: { search: ContentSearch }) {
  const view = contentView(search)
  const { kind } = view
  const read = useQuery(contentListQuery(useApi(), view))
  const { data, isPlaceholderData } = read
  useScreenLive('/staff/content', [contentKey])
  return (
    <StaffPage
      title={m.staff_screen_content()}
      lead={m.staff_content_lead()}
      actions={
        <StaffButtonLink to="/staff/content/edit" search={{ kind }} look="primary" icon="plus">
          {m.staff_content_new({ kind: kindWord[kind]() })}
        </StaffButtonLink>
      }
      tabs={
        <TabLinks label={m.staff_content_kinds()}>
          {contentKinds.map((one) => (
            <TabLink key={one} to="/staff/content" search={{ kind: one }} here={one === kind}>
              {kindWord[one]()}
            </TabLink>
          ))}
        </TabLinks>
      }
    >
      <Filters key={`${kind} ${view.standing} ${view.q}`} view={view} />
      <div className={style.list} aria-busy={isPlaceholderData || undefined}>
        <p className={style.count} role="status">
          {data && m.staff_content_count({ count: data.total })}
        </p>
        <DataTable
          caption={kindWord[kind]()}
          columns={columnsOf(kind)}
          rows={data?.items ?? []}
          rowKey={({ id }) => id}
          empty={data ? m.staff_content_none() : <ReadFailure read={read} missing={m.staff_content_none()} />}
        />
        <Pages view={view} total={data?.total ?? 0} />
      </div>
    </StaffPage>
  )
}

function Filters({ view }: { view: ContentView }) {
  const navigate = useNavigate()
  const { kind } = view
  const apply = (typed: ContentSearch) => {
    const { standing, q } = contentView({ kind, ...typed })
    void navigate({ to: '/staff/content', search: { kind, standing, q } })
  }
  return (
    <FilterForm<ContentSearch>
      label={m.staff_screen_content()}
      search={view}
      words={{ name: 'q', label: m.staff_content_words(), maxLength: 60 }}
      choices={[
        {
          name: 'standing',
          label: m.staff_content_state(),
          every: m.staff_content_every_state(),
          options: standings.map((value) => ({ value, label: standingWord[value]() })),
        },
      ]}
      onApply={apply}
    />
  )
}

const columnsOf = (kind: ContentKind): Column<Listed>[] => [
  {
    key: 'title',
    head: m.staff_content_title(),
    isRowHead: true,
    isLong: true,
    cell: ({ id, titleTw, titleEn, about, pinned }) => (
      <>
        <Link to="/staff/content/edit" search={{ kind, id }} className={style.title}>
          {say({ tw: titleTw, en: titleEn }, getLocale())}
        </Link>
        <CellNote>
          {kind === 'stories' ? formatDay(momentAt(about, 720), getLocale()) : categoryWord(about)}
          {pinned && ` · ${m.staff_content_pinned()}`}
          {titleTw && !titleEn && ` · ${m.staff_content_only_tw()}`}
          {!titleTw && titleEn && ` · ${m.staff_content_only_en()}`}
        </CellNote>
      </>
    ),
  },
  {
    key: 'state',
    head: m.staff_content_state(),
    cell: ({ standing, publishAt, expiresAt }) => (
      <>
        <Chip tone={standingTone[standing]}>{standingWord[standing]()}</Chip>
        {standing === 'scheduled' && <CellNote>{m.staff_content_from({ when: sayMoment(publishAt) })}</CellNote>}
        {standing === 'shown' && expiresAt && <CellNote>{m.staff_content_until({ when: sayMoment(expiresAt) })}</CellNote>}
      </>
    ),
  },
  {
    key: 'saved',
    head: m.staff_content_saved_head(),
    isWide: true,
    cell: ({ savedBy, savedAt }) => (
      <>
        {savedBy ?? '—'}
        <CellNote>{sayMoment(savedAt)}</CellNote>
      </>
    ),
  },
]

function Pages({ view: { page, ...filters }, total }: { view: ContentView; total: number }) {
  if (page === 1 && total <= contentPageSize) return null
  return (
    <nav className="cluster" aria-label={m.pagination_label()}>
      {page > 1 && (
        <StaffButtonLink to="/staff/content" search={{ ...filters, page: page > 2 ? String(page - 1) : undefined }} icon="left">
          {m.staff_content_newer()}
        </StaffButtonLink>
      )}
      {page * contentPageSize < total && (
        <StaffButtonLink to="/staff/content" search={{ ...filters, page: String(page + 1) }}>
          {m.staff_content_older()}
        </StaffButtonLink>
      )}
    </nav>
  )
}
