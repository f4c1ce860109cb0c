import { formatDay, formatMoment } from '#i18n/dates.ts'
import { m } from '#i18n/generated/messages.js'
import { getLocale } from '#i18n/generated/runtime.js'
import { formatMoney } from '#i18n/money.ts'
import { momentAt } from '#lib/zone.ts'
import type { Discrepancy, ListAnswer } from '#modules/discrepancies/staff-wire.ts'
import { useApi } from '#ui/session/use-api.ts'
import { Callout } from '#ui/kit/callout.tsx'
import { Queue, useOpenNext, type QueueEntry } from '#ui/staff/kit/queue.tsx'
import { ReadFailure } from '#ui/staff/kit/read-failure.tsx'
import { StaffButtonLink } from '#ui/staff/kit/staff-button.tsx'
import { StaffPage } from '#ui/staff/kit/staff-page.tsx'
import { TabLink, TabLinks } from '#ui/staff/kit/tab-links.tsx'
import { useScreenLive } from '#ui/staff/kit/use-staff-live.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { discrepanciesKey, discrepanciesQuery } from './discrepancies-queries.ts'
import { discrepanciesSearch, discrepancyAddress, type DiscrepanciesSearch } from './discrepancies-search.ts'
import { DiscrepancyPanel } from './discrepancy-panel.tsx'

/** What the nightly check of money has found: what our books and those of providers and issuers say differently. */
export function DiscrepanciesScreen({ search }: { search: DiscrepanciesSearch }) {
  const { show, page, open } = discrepanciesSearch(search)
  const read = useQuery(discrepanciesQuery(useApi(), { show, page }))
  useScreenLive('/staff/discrepancies', [discrepanciesKey])
  const { data } = read
  const entries = (data?.items ?? []).map(entryOf)
  const addressOf = (key: string | undefined) => discrepancyAddress({ show, page, open: key })
  const openNext = useOpenNext(entries, addressOf)
  // What is being settled stays open, also when a colleague was faster and it is listed no more.
  const [asked, setAsked] = useState<Discrepancy>()
  const opened = data?.items.find(({ id }) => id === open) ?? (asked?.id === open ? asked : undefined)
  return (
    <StaffPage
      title={m.staff_screen_discrepancies()}
      lead={m.discrepancies_lead()}
      tabs={
        <TabLinks label={m.staff_screen_discrepancies()}>
          <TabLink to="/staff/discrepancies" search={{}} here={show === undefined}>
            {m.discrepancies_tab_open()}
          </TabLink>
          <TabLink to="/staff/discrepancies" search={{ show: 'settled' }} here={show === 'settled'}>
            {m.discrepancies_tab_settled()}
          </TabLink>
        </TabLinks>
      }
    >
      <ReadFailure read={read} />
      {data && show === undefined && <Progress answer={data} />}
      {data && (
        <Queue
          label={m.staff_screen_discrepancies()}
          entries={entries}
          count={data.total}
          open={opened?.id}
          addressOf={addressOf}
          more={<Pages show={show} answer={data} />}
          now={new Date(data.serverTime)}
          empty={nothingHere(show, data)}
        >
          {opened && (
            <DiscrepancyPanel
              key={opened.id}
              discrepancy={opened}
              closed={addressOf(undefined)}
              asks={asked?.id === opened.id}
              onAsk={(asks) => setAsked(asks ? opened : undefined)}
              onSettled={() => openNext(opened.id)}
            />
          )}
        </Queue>
      )}
    </StaffPage>
  )
}

function nothingHere(show: DiscrepanciesSearch['show'], { total, checks }: ListAnswer): string {
  if (total > 0) return m.discrepancies_none_here()
  if (show === 'settled') return m.discrepancies_none_settled()
  return checks.length === 0 ? m.discrepancies_never() : m.discrepancies_none()
}

const entryOf = ({ id, title, orderNo, other, ours, theirs, foundAt, settledAt }: Discrepancy): QueueEntry => ({
  key: id,
  title,
  note: `${orderNo} · ${other}`,
  mark: m.discrepancies_sums({ ours: formatMoney(ours), theirs: formatMoney(theirs) }),
  ...(settledAt === null && { since: foundAt }),
})

/** The pages before and after this one. */
function Pages({ show, answer: { page, pageSize, total } }: { show: DiscrepanciesSearch['show']; answer: ListAnswer }) {
  const last = Math.max(1, Math.ceil(total / pageSize))
  if (last === 1 && page === 1) return null
  const to = (wanted: number) => ({ to: '/staff/discrepancies', search: { show, ...(wanted > 1 && { page: String(wanted) }) } }) as const
  return (
    <nav className="cluster" aria-label={m.invoices_pages()}>
      {page > 1 && <StaffButtonLink {...to(Math.min(page - 1, last))}>{m.discrepancies_page_before()}</StaffButtonLink>}
      {page < last && <StaffButtonLink {...to(page + 1)}>{m.discrepancies_page_after()}</StaffButtonLink>}
    </nav>
  )
}

/** How far the latest check has come, and whom it waits for. */
function Progress({ answer: { checks, waits } }: { answer: ListAnswer }) {
  const [latest] = checks
  if (!latest) return null
  const day = formatDay(momentAt(latest.day, 0), getLocale())
  const { compared, skipped } = latest
  return (
    <>
      <p className="note">
        {latest.finishedAt ? m.discrepancies_checked({ day, count: compared }) : m.discrepancies_checking({ day, count: compared })}
        {skipped > 0 && <> {m.discrepancies_skipped({ count: skipped })}</>}
      </p>
      {waits.map(({ other, count, reason, nextAt }) => (
        <Callout key={other} tone={reason === null ? 'info' : 'due'} title={m.discrepancies_waits({ other, count })}>
          {m.discrepancies_waits_until({ moment: formatMoment(new Date(nextAt), getLocale()) })}
          {reason !== null && <> {reason}</>}
        </Callout>
      ))}
    </>
  )
}
