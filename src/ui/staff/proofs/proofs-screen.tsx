import { formatMoment } from '#i18n/dates.ts'
import { m } from '#i18n/generated/messages.js'
import { getLocale } from '#i18n/generated/runtime.js'
import type { ListedReview, ReviewsAnswer } from '#modules/accounts/review-wire.ts'
import { useApi } from '#ui/session/use-api.ts'
import { UndoBar } from '#ui/staff/kit/undo-bar.tsx'
import { Queue, useOpenNext, type QueueEntry } from '#ui/staff/kit/queue.tsx'
import { ReadFailure } from '#ui/staff/kit/read-failure.tsx'
import { StaffButtonLink } from '#ui/staff/kit/staff-button.tsx'
import { StaffPage } from '#ui/staff/kit/staff-page.tsx'
import { TabLink, TabLinks } from '#ui/staff/kit/tab-links.tsx'
import { toLocation } from '#ui/kit/to-location.ts'
import { useKeys } from '#ui/staff/kit/use-keys.ts'
import { useScreenLive } from '#ui/staff/kit/use-staff-live.ts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { ProofsFilters } from './proofs-filters.tsx'
import { reviewsKey, reviewsQuery } from './proofs-queries.ts'
import { addressOf, filtersOf, proofsSearch, type ProofsSearch } from './proofs-search.ts'
import { kindWord } from './proofs-words.ts'
import { ReviewPanel, StateMark } from './review-panel.tsx'
import { useReview } from './use-review.ts'

/** Proofs of identity and clubs: what waits, oldest first, and what was decided, newest first. */
export function ProofsScreen({ search: asked }: { search: ProofsSearch }) {
  const search = proofsSearch(asked)
  const read = useQuery(reviewsQuery(useApi(), search))
  const { data, isPlaceholderData } = read
  useScreenLive('/staff/proofs', [reviewsKey])
  const navigate = useNavigate()
  const addressFor = (key: string | undefined) => addressOf({ ...search, open: key })
  const entries = (data?.items ?? []).map((item) => entryOf(item, search.state !== undefined))
  const openNext = useOpenNext(entries, addressFor)
  const { decide, undo, takeBack, isBusy } = useReview({
    openNext,
    reopen: (key) =>
      navigate({ ...toLocation(addressOf({ ...search, state: undefined, after: undefined, open: key })), resetScroll: false }),
  })
  useKeys({ u: undo && (() => void takeBack()) })
  const { open } = search
  const none = search.state ? m.proofs_none_decided() : m.proofs_none_waiting()
  return (
    <StaffPage title={m.staff_screen_proofs()} lead={m.proofs_lead()} tabs={<Tabs search={search} />}>
      <div aria-busy={isPlaceholderData || undefined}>
        <Queue
          filters={<ProofsFilters search={search} />}
          isWidePanel
          label={search.state ? m.proofs_tab_decided() : m.proofs_tab_waiting()}
          entries={entries}
          count={data?.total ?? 0}
          open={open}
          addressOf={addressFor}
          now={new Date(data?.now ?? 0)}
          empty={data ? none : <ReadFailure read={read} missing={none} />}
          more={<Pages search={search} next={data?.next ?? null} />}
        >
          {open !== undefined && (
            <ReviewPanel
              key={open}
              entryKey={open}
              closed={addressFor(undefined)}
              isBusy={isBusy}
              onDecide={(entry, decision) => decide(open, entry, decision)}
            />
          )}
        </Queue>
      </div>
      <UndoBar undo={undo} busy={isBusy} shortcut="u" onUndo={() => void takeBack()} />
    </StaffPage>
  )
}

const entryOf = (
  { id, subjectId, kind, person, title, state, submittedAt, reviewedAt, reviewedBy, reason }: ListedReview,
  isDecided: boolean,
): QueueEntry => ({
  key: isDecided && kind === 'club' ? `club.${subjectId}.${id}` : `${kind}.${subjectId}`,
  title: kind === 'club' ? title : person.name,
  note: isDecided
    ? [kind === 'club' ? person.name : title, reviewedAt && formatMoment(new Date(reviewedAt), getLocale()), reviewedBy, reason]
        .filter(Boolean)
        .join('　')
    : `${kindWord(kind)}　${kind === 'club' ? person.name : title}`,
  ...(isDecided ? { mark: <StateMark state={state} /> } : { since: submittedAt }),
})

function Tabs({ search }: { search: ProofsSearch }) {
  const { state, ...filters } = filtersOf(search)
  return (
    <TabLinks label={m.staff_screen_proofs()}>
      <TabLink to="/staff/proofs" search={filters} here={state === undefined}>
        {m.proofs_tab_waiting()}
      </TabLink>
      <TabLink to="/staff/proofs" search={{ ...filters, state: 'decided' }} here={state !== undefined}>
        {m.proofs_tab_decided()}
      </TabLink>
    </TabLinks>
  )
}

function Pages({ search, next }: { search: ProofsSearch; next: ReviewsAnswer['next'] }) {
  if (search.after === undefined && next === null) return null
  const filters = filtersOf(search)
  return (
    <nav className="cluster" aria-label={m.pagination_label()}>
      {search.after && (
        <StaffButtonLink to="/staff/proofs" search={filters} icon="left">
          {m.proofs_first_page()}
        </StaffButtonLink>
      )}
      {next && (
        <StaffButtonLink to="/staff/proofs" search={{ ...filters, after: next }}>
          {m.proofs_next_page()}
        </StaffButtonLink>
      )}
    </nav>
  )
}
