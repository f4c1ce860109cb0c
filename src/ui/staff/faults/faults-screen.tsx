import { m } from '#i18n/generated/messages.js'
import { useApi } from '#ui/session/use-api.ts'
import { placeOf, stateTone, stateWord, titleOf } from '#ui/feedback/report-words.ts'
import { Chip } from '#ui/kit/chip.tsx'
import { SelectField } from '#ui/kit/field.tsx'
import { hasRole, useViewer } from '#ui/session/viewer.ts'
import { FilterForm } from '#ui/staff/kit/filter-form.tsx'
import { PrivatePicture } from '#ui/staff/kit/private-picture.tsx'
import { Queue, useOpenNext, type QueueEntry } from '#ui/staff/kit/queue.tsx'
import { StaffButton } from '#ui/staff/kit/staff-button.tsx'
import { StaffPage } from '#ui/staff/kit/staff-page.tsx'
import { TabLink, TabLinks } from '#ui/staff/kit/tab-links.tsx'
import { useScreenLive } from '#ui/staff/kit/use-staff-live.ts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { StaffListAnswer } from '#modules/feedback/wire.ts'
import { ReadFailure } from '#ui/staff/kit/read-failure.tsx'
import { RatingsView } from './ratings-view.tsx'
import { RepliesView } from './replies-view.tsx'
import { FaultPanel } from './fault-panel.tsx'
import { queueQuery, shownAtOnce, faultsKey, courtsQuery } from './faults-queries.ts'
import { isQueueTab, faultAddress, faultsView, faultTabs, type QueueTab, type FaultsSearch, type FaultsView } from './faults-search.ts'
import style from './faults.module.css'
import { Printed } from '#ui/staff/kit/printed.tsx'

const tabWord = {
  all: m.staff_tickets_all,
  mine: m.staff_tickets_mine,
  nobody: m.staff_tickets_nobody,
  closed: m.staff_tickets_closed,
  ratings: m.staff_tickets_ratings,
  signs: m.staff_tickets_signs,
  replies: m.staff_tickets_replies,
}

/** Faults and water in queues, and beside them ratings, signs to print and ready replies. */
export function FaultsScreen({ search }: { search: FaultsSearch }) {
  const view = faultsView(search)
  const viewer = useViewer()
  const isManager = hasRole(viewer, 'admin', 'manager')
  const tabs = faultTabs.filter((tab) => isManager || (tab !== 'ratings' && tab !== 'replies'))
  const tab = tabs.includes(view.tab) ? view.tab : 'all'
  return (
    <StaffPage
      title={m.staff_screen_tickets()}
      lead={m.staff_tickets_lead()}
      tabs={
        <TabLinks label={m.staff_tickets_tabs()}>
          {tabs.map((one) => (
            <TabLink key={one} to="/staff/tickets" search={{ tab: one === 'all' ? undefined : one }} here={one === tab}>
              {tabWord[one]()}
            </TabLink>
          ))}
        </TabLinks>
      }
    >
      {isQueueTab(tab) && <Tickets view={view} tab={tab} isManager={isManager} />}
      {tab === 'ratings' && <RatingsView view={view} />}
      {tab === 'signs' && <SignsView view={view} />}
      {tab === 'replies' && <RepliesView />}
    </StaffPage>
  )
}

type ListedTicket = StaffListAnswer['items'][number]

const entryOf =
  (tab: QueueTab) =>
  (ticket: ListedTicket): QueueEntry => ({
    key: ticket.ticketNo,
    title: (
      <span className="row">
        {ticket.photoId && <PrivatePicture className={style.thumb} fileId={ticket.photoId} alt="" width={40} height={40} />}
        <span>
          {titleOf(ticket)} <small className={style.number}>{ticket.ticketNo}</small>
        </span>
      </span>
    ),
    note: `${placeOf(ticket)} · ${ticket.assignee?.name ?? m.staff_tickets_of_nobody()}`,
    mark: (
      <>
        {ticket.blocked && <Chip tone="danger">{m.staff_tickets_court_closed()}</Chip>}
        <Chip tone={stateTone[ticket.state]}>{stateWord[ticket.state]()}</Chip>
      </>
    ),
    ...(tab !== 'closed' && { since: ticket.createdAt }),
  })

function Tickets({ view, tab, isManager }: { view: FaultsView; tab: QueueTab; isManager: boolean }) {
  const { q, ticket } = view
  const read = useQuery(queueQuery(useApi(), tab, q))
  const { data } = read
  useScreenLive('/staff/tickets', [faultsKey])
  const entries = (data?.items ?? []).map(entryOf(tab))
  const addressOf = (key: string | undefined) => faultAddress({ tab, ...(q && { q }) }, key)
  const openNext = useOpenNext(entries, addressOf)
  return (
    <>
      <ReadFailure read={read} />
      {data && (
        <Queue
          filters={<Words tab={tab} q={q} />}
          label={tabWord[tab]()}
          entries={entries}
          count={data.total}
          open={ticket}
          addressOf={addressOf}
          now={new Date(data.now)}
          empty={tab === 'closed' ? m.staff_tickets_none_closed() : m.staff_tickets_none()}
          more={data.total > shownAtOnce && <p className="note">{m.staff_tickets_more({ count: shownAtOnce })}</p>}
        >
          {ticket && (
            <FaultPanel
              key={ticket}
              ticketNo={ticket}
              closed={addressOf(undefined)}
              isManager={isManager}
              onDecided={() => openNext(ticket)}
            />
          )}
        </Queue>
      )}
    </>
  )
}

function Words({ tab, q }: { tab: QueueTab; q: string | undefined }) {
  const navigate = useNavigate()
  return (
    <FilterForm<{ q?: string | undefined }>
      label={m.staff_screen_tickets()}
      search={{ q }}
      words={{ name: 'q', label: m.staff_tickets_words(), maxLength: 60 }}
      onApply={(typed) =>
        void navigate({ to: '/staff/tickets', search: { tab: tab === 'all' ? undefined : tab, q: typed.q?.trim() || undefined } })
      }
    />
  )
}

/** Signs of a facility's courts: the QR code leads to the form with the court chosen. Printed one to a page. */
function SignsView({ view: { place } }: { view: FaultsView }) {
  const navigate = useNavigate()
  const { data: courts = [] } = useQuery(courtsQuery(useApi()))
  const facilities = [...new Map(courts.map((court) => [court.venue1stId, court.venue1stName]))]
  const chosen = place ?? String(facilities[0]?.[0] ?? '')
  const shown = courts.filter(({ venue1stId }) => String(venue1stId) === chosen)
  return (
    <>
      <div className={style.signTools}>
        <SelectField
          required={false}
          name="place"
          label={m.staff_tickets_facility()}
          value={chosen}
          onChange={({ target }) => void navigate({ to: '/staff/tickets', search: { tab: 'signs', place: target.value } })}
        >
          {facilities.map(([id, name]) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
        <StaffButton look="primary" onClick={() => window.print()}>
          {m.staff_tickets_print({ count: shown.length })}
        </StaffButton>
      </div>
      <p className="note">{m.staff_tickets_signs_hint()}</p>
      <Printed paper="a4" className={style.signs}>
        {shown.map(({ venue2ndId, venue2ndName }) => (
          <Sign key={venue2ndId} id={venue2ndId} alt={m.staff_tickets_sign({ court: venue2ndName })} />
        ))}
      </Printed>
    </>
  )
}

/** A call of staff, made with the session; the picture is drawn from its answer. */
function Sign({ id, alt }: { id: number; alt: string }) {
  const api = useApi()
  const { data: sign } = useQuery({
    queryKey: ['staff-court-sign', id],
    queryFn: async () => (await api.blob(`/api/Staff/Court/${id}/Sign`, { silent: true })).text(),
    staleTime: Infinity,
    retry: false,
  })
  return <img src={sign && `data:image/svg+xml,${encodeURIComponent(sign)}`} alt={alt} />
}
