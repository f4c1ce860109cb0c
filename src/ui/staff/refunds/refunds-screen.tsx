import { m } from '#i18n/generated/messages.js'
import { useApi } from '#ui/session/use-api.ts'
import { StaffPage } from '#ui/staff/kit/staff-page.tsx'
import { TabLink, TabLinks } from '#ui/staff/kit/tab-links.tsx'
import { useScreenLive } from '#ui/staff/kit/use-staff-live.ts'
import { useQuery } from '@tanstack/react-query'
import { AllTab } from './all-tab.tsx'
import { NeedsTab } from './needs-tab.tsx'
import { batchesQuery, readyTransfersQuery, refundQueueQuery, refundsKey } from './refunds-queries.ts'
import { refundsSearch, type RefundsSearch } from './refunds-search.ts'
import { TransfersTab } from './transfers-tab.tsx'

/** Refunds: what needs somebody, transfers on their way through the bank, and all of them. */
export function RefundsScreen({ search: asked }: { search: RefundsSearch }) {
  const search = refundsSearch(asked)
  const { tab } = search
  useScreenLive('/staff/refunds', [refundsKey])
  return (
    <StaffPage title={m.staff_screen_refunds()} lead={m.refunds_lead()} tabs={<Tabs tab={tab} />}>
      {tab === undefined && <NeedsTab search={search} />}
      {tab === 'transfers' && <TransfersTab search={search} />}
      {tab === 'all' && <AllTab search={search} />}
    </StaffPage>
  )
}

function Tabs({ tab }: { tab: RefundsSearch['tab'] }) {
  const api = useApi()
  const needy = useQuery(refundQueueQuery(api)).data?.count ?? 0
  const ready = useQuery(readyTransfersQuery(api)).data?.count ?? 0
  const inBatches = useQuery(batchesQuery(api)).data?.open ?? 0
  const counted = (word: string, count: number) => (count > 0 ? `${word} ${count}` : word)
  return (
    <TabLinks label={m.staff_screen_refunds()}>
      <TabLink to="/staff/refunds" search={{}} here={tab === undefined}>
        {counted(m.refunds_tab_needs(), needy)}
      </TabLink>
      <TabLink to="/staff/refunds" search={{ tab: 'transfers' }} here={tab === 'transfers'}>
        {counted(m.refunds_tab_transfers(), ready + inBatches)}
      </TabLink>
      <TabLink to="/staff/refunds" search={{ tab: 'all' }} here={tab === 'all'}>
        {m.refunds_tab_all()}
      </TabLink>
    </TabLinks>
  )
}
