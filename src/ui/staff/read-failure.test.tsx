import { createApiClient, type ApiClient } from '#client/api-client.ts'
import { m } from '#i18n/generated/messages.js'
import type { PersonCardAnswer } from '#modules/people/wire.ts'
import type { StaffRound } from '#modules/preorders/season-wire.ts'
import { viewerKey } from '#ui/session/viewer.ts'
import type { RouterContext } from '#ui/session/router-context.ts'
import { QueryClient, QueryClientProvider, type FetchQueryOptions } from '@tanstack/react-query'
import { createMemoryHistory, createRootRouteWithContext, createRouter, RouterProvider } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { renderToString } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { payLinkQuery, PayPage } from '#ui/orders/pay-page.tsx'
import { ApplyPage } from '#ui/refunds/apply-page.tsx'
import { refundCheckQuery } from '#ui/refunds/refund-queries.ts'
import { bookingQuery } from './board/board-queries.ts'
import { BookingPanel } from './board/booking-panel.tsx'
import { closureQuery } from './closures/closures-queries.ts'
import { ClosurePage } from './closures/closure-page.tsx'
import { contentListQuery, previewQuery, savedQuery } from './content/content-queries.ts'
import { bodyOf, emptyDraft } from './content/editor-draft.ts'
import { PreviewView } from './content/preview-view.tsx'
import type { Editor } from './content/use-editor.ts'
import { ContentScreen } from './content/content-screen.tsx'
import { EditorScreen } from './content/editor-screen.tsx'
import { reportQuery } from './insight/report-queries.ts'
import { ReportScreen } from './insight/report-screen.tsx'
import { OrderPanel } from './orders/order-panel.tsx'
import { ordersQuery, storyQuery } from './orders/orders-queries.ts'
import { OrdersScreen } from './orders/orders-screen.tsx'
import { mergePreviewQuery } from './person/merge-queries.ts'
import { PersonCard } from './person/person-card.tsx'
import { personCardQuery } from './person/person-queries.ts'
import { ReviewMerge } from './person/review-merge.tsx'
import { PointPanel } from './points/point-panel.tsx'
import { evidenceQuery } from './points/points-queries.ts'
import { reviewQuery, reviewsQuery } from './proofs/proofs-queries.ts'
import { ProofsScreen } from './proofs/proofs-screen.tsx'
import { ReviewPanel } from './proofs/review-panel.tsx'
import { RefundPanel } from './refunds/refund-panel.tsx'
import { NeedsTab } from './refunds/needs-tab.tsx'
import { refundQueueQuery, refundStoryQuery } from './refunds/refunds-queries.ts'
import { FairnessTab } from './rounds/fairness-tab.tsx'
import { roundsQuery, seasonQuery, staffFairnessQuery } from './rounds/rounds-queries.ts'
import { RoundsScreen } from './rounds/rounds-screen.tsx'
import { CancelGivesBack, cancelCheckQuery } from './kit/cancel-gives-back.tsx'
import { tillsQuery } from './kit/till-query.ts'
import { TillScreen } from './till/till-screen.tsx'
import { FaultPanel } from './faults/fault-panel.tsx'
import { faultQuery } from './faults/faults-queries.ts'

const newsDraft = emptyDraft('news', '2026-11-15')
type Panel = { shows: () => ReactElement; reads: (api: ApiClient) => object; missing: () => string }
const [nothing, never] = [() => {}, async () => undefined]

/** Every panel that opens one thing by its address, with what it reads and what it says when that thing does not exist. */
const panels: Record<string, Panel> = {
  booking: {
    shows: () => <BookingPanel id="1" board={{} as never} rearrange={{} as never} onClose={nothing} />,
    reads: (api) => bookingQuery(api, '1'),
    missing: m.board_booking_missing,
  },
  closure: { shows: () => <ClosurePage id="1" mayClose />, reads: (api) => closureQuery(api, '1'), missing: m.closure_not_found },
  article: {
    shows: () => <EditorScreen search={{ kind: 'news', id: '1' }} />,
    reads: (api) => savedQuery(api, 'news', '1'),
    missing: m.staff_content_missing,
  },
  preview: {
    shows: () => <PreviewView editor={{ kind: 'news', id: '1', value: newsDraft } as Editor} />,
    reads: (api) => previewQuery(api, 'news', { id: 1, ...bodyOf('news', newsDraft) }),
    missing: m.problem_not_found,
  },
  report: {
    shows: () => <ReportScreen search={{ month: '2026-10' }} />,
    reads: (api) => reportQuery(api, '2026-10'),
    missing: m.problem_not_found,
  },
  order: {
    shows: () => <OrderPanel orderNo="A1" search={{}} />,
    reads: (api) => storyQuery(api, 'A1'),
    missing: m.staff_order_missing,
  },
  person: { shows: () => <PersonCard id="1" q="" />, reads: (api) => personCardQuery(api, '1'), missing: m.person_gone },
  doubles: {
    shows: () => <ReviewMerge card={{ id: '1' } as PersonCardAnswer} other={{ id: '2' } as never} onBack={nothing} onClose={nothing} />,
    reads: (api) => mergePreviewQuery(api, { keptId: '1', doubleId: '2' }),
    missing: m.person_gone,
  },
  point: {
    shows: () => <PointPanel pointId="1" closed="/staff/points" onDecided={never} />,
    reads: (api) => evidenceQuery(api, '1'),
    missing: m.points_missing,
  },
  proof: {
    shows: () => <ReviewPanel entryKey="proof-1" closed="/staff/proofs" isBusy={false} onDecide={never} />,
    reads: (api) => reviewQuery(api, 'proof-1'),
    missing: m.proofs_missing,
  },
  refund: {
    shows: () => <RefundPanel refundNo="R1" closed="/staff/refunds" onDecided={never} />,
    reads: (api) => refundStoryQuery(api, 'R1'),
    missing: m.refunds_missing,
  },
  round: {
    shows: () => <RoundsScreen search={{ round: '1' }} />,
    reads: (api) => seasonQuery(api, '1'),
    missing: m.rounds_missing_round,
  },
  fairness: {
    shows: () => <FairnessTab round={{ id: 1 } as StaffRound} />,
    reads: (api) => staffFairnessQuery(api, 1),
    missing: m.fair_not_yet,
  },
  fault: {
    shows: () => <FaultPanel ticketNo="T1" closed="/staff/tickets" isManager onDecided={never} />,
    reads: (api) => faultQuery(api, 'T1'),
    missing: m.staff_tickets_missing,
  },
}

/** Pages of members that would say that there is nothing to give back, or nothing to pay. */
const pages: Record<string, Panel> = {
  'a refund': {
    shows: () => <ApplyPage orderNo="A1" />,
    reads: (api) => refundCheckQuery(api, 'A1'),
    missing: m.refund_apply_nothing,
  },
  'paying by a link': { shows: () => <PayPage reference="r" />, reads: (api) => payLinkQuery(api, 'r'), missing: m.pay_gone },
}

/** Lists that would say that there is nothing. */
const lists: Record<string, Omit<Panel, 'missing'> & { none: () => string }> = {
  orders: { shows: () => <OrdersScreen search={{}} />, reads: (api) => ordersQuery(api, {}), none: m.staff_orders_none },
  articles: {
    shows: () => <ContentScreen search={{}} />,
    reads: (api) => contentListQuery(api, { kind: 'news', page: 1 }),
    none: m.staff_content_none,
  },
  proofs: { shows: () => <ProofsScreen search={{}} />, reads: (api) => reviewsQuery(api, {}), none: m.proofs_none_waiting },
  rounds: { shows: () => <RoundsScreen search={{}} />, reads: roundsQuery, none: m.rounds_none },
  tills: { shows: () => <TillScreen search={{}} />, reads: tillsQuery, none: m.till_none_open },
  refunds: { shows: () => <NeedsTab search={{}} />, reads: refundQueueQuery, none: m.refunds_none_needed },
}

/** A screen after its read was answered by this fetch. */
async function shown({ shows, reads }: Pick<Panel, 'shows' | 'reads'>, fetch: typeof globalThis.fetch): Promise<string> {
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false, retryOnMount: false } } })
  queryClient.setQueryData(viewerKey, { id: '1', roles: ['admin'] })
  const api = createApiClient({ token: () => undefined, fetch, retryDelay: 1 })
  const root = createRootRouteWithContext<RouterContext>()({ component: shows })
  const context = { queryClient, api } as RouterContext
  const router = createRouter({ routeTree: root, context, history: createMemoryHistory({ initialEntries: ['/'] }) })
  await router.load()
  await queryClient.prefetchQuery(reads(api) as FetchQueryOptions)
  return renderToString(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  )
}

const problem = (status: number) => async () => Response.json({ title: m.problem_not_found(), code: 'x' }, { status })
const outages: Record<string, typeof globalThis.fetch> = {
  'the service fails': problem(500),
  'the service is away': problem(503),
  'too much is asked': problem(429),
  'the network is away': () => Promise.reject(new TypeError('fetch failed')),
}

describe.each(Object.entries({ ...panels, ...pages }))('the panel or page of %s', (_, panel) => {
  it('says that it is not there when the service says so', async () => {
    const html = await shown(panel, problem(404))
    expect(html).toContain(panel.missing())
    expect(html).not.toContain(m.staff_unreachable())
  })

  it.each(Object.keys(outages))('says that it cannot be reached and offers to try again when %s', async (outage) => {
    const html = await shown(panel, outages[outage]!)
    expect(html).toContain(m.staff_unreachable())
    expect(html).toContain(m.error_page_retry())
    expect(html).not.toContain(panel.missing())
  })
})

describe.each(Object.keys(lists))('the list of %s', (name) => {
  const list = lists[name]!
  it.each(Object.keys(outages))('does not say that there is nothing when %s', async (outage) => {
    const html = await shown(list, outages[outage]!)
    expect(html).toContain(m.staff_unreachable())
    expect(html).not.toContain(list.none())
  })
})

describe('how a cancellation at the desk is refunded', () => {
  const asked = { orderNo: 'A1', ids: ['1'], refund: 'rule' } as const
  const dialog = { shows: () => <CancelGivesBack {...asked} />, reads: (api: ApiClient) => cancelCheckQuery(api, asked) }

  it.each(Object.keys(outages))('is said to be unknown, and can be asked again, when %s', async (outage) => {
    const html = await shown(dialog, outages[outage]!)
    expect(html).toContain(m.board_cancel_back_unknown())
    expect(html).toContain(m.error_page_retry())
  })

  it('is refused in the words of the service', async () => {
    const html = await shown(dialog, problem(409))
    expect(html).toContain(m.problem_not_found())
    expect(html).not.toContain(m.board_cancel_back_unknown())
  })

  it('is said where it is known', async () => {
    const html = await shown(dialog, async () => Response.json({ goesBack: [{ by: 'card', words: '刷卡', amount: 300 }] }))
    expect(html).toContain('刷卡')
  })
})
