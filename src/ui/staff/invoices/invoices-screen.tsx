import { m } from '#i18n/generated/messages.js'
import { useApi } from '#ui/session/use-api.ts'
import { Callout } from '#ui/kit/callout.tsx'
import { FilterForm } from '#ui/staff/kit/filter-form.tsx'
import { ReadFailure } from '#ui/staff/kit/read-failure.tsx'
import { StaffButton } from '#ui/staff/kit/staff-button.tsx'
import { StaffPage } from '#ui/staff/kit/staff-page.tsx'
import { TabLink, TabLinks } from '#ui/staff/kit/tab-links.tsx'
import { today } from '#ui/staff/kit/today.ts'
import { useOneCall } from '#ui/staff/kit/use-staff-call.ts'
import { useScreenLive } from '#ui/staff/kit/use-staff-live.ts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { InvoiceRows } from './invoice-rows.tsx'
import { officeInvoicesKey, officeInvoicesQuery, useInvoiceCall } from './invoices-queries.ts'
import { invoicesSearch, type InvoicesSearch } from './invoices-search.ts'
import { MonthPanel } from './month-panel.tsx'

/** What waits and why, everything that was issued, and the month for the accountant. */
export function InvoicesScreen({ search: asked }: { search: InvoicesSearch }) {
  const search = invoicesSearch(asked)
  useScreenLive('/staff/invoices', [officeInvoicesKey])
  const show = search.show ?? 'waiting'
  const read = useQuery(officeInvoicesQuery(useApi(), search))
  const tabs = (
    <TabLinks label={m.staff_screen_invoices()}>
      <TabLink to="/staff/invoices" search={{}} here={show === 'waiting'}>
        {m.invoices_tab_waiting()}
      </TabLink>
      <TabLink to="/staff/invoices" search={{ show: 'all' }} here={show === 'all'}>
        {m.invoices_tab_all()}
      </TabLink>
      <TabLink to="/staff/invoices" search={{ show: 'month' }} here={show === 'month'}>
        {m.invoices_tab_month()}
      </TabLink>
    </TabLinks>
  )
  return (
    <StaffPage title={m.staff_screen_invoices()} lead={m.invoices_lead()} tabs={tabs}>
      {read.data?.issuer === null && <Callout tone="due" title={m.invoices_nobody()} />}
      {show === 'month' ? (
        <MonthPanel month={search.month ?? today().slice(0, 7)} />
      ) : (
        <>
          {show === 'all' && <Search search={search} />}
          {show === 'waiting' && (read.data?.held ?? 0) > 1 && <TryAll held={read.data!.held} />}
          {read.data && <InvoiceRows answer={read.data} search={search} />}
        </>
      )}
      <ReadFailure read={read} />
    </StaffPage>
  )
}

function Search({ search }: { search: InvoicesSearch }) {
  const navigate = useNavigate()
  return (
    <FilterForm<InvoicesSearch>
      label={m.staff_screen_invoices()}
      search={search}
      words={{ name: 'keyword', label: m.invoices_search(), maxLength: 40 }}
      onApply={({ keyword }) => {
        const typed = keyword?.trim()
        void navigate({ to: '/staff/invoices', search: { show: 'all', ...(typed && { keyword: typed }) } })
      }}
    />
  )
}

function TryAll({ held }: { held: number }) {
  const call = useInvoiceCall()
  const { busy, once } = useOneCall()
  return (
    <StaffButton busy={busy} onClick={() => void once(() => call('/api/Staff/Invoice/RetryAll', {}, m.invoices_tried()))}>
      {m.invoices_try_all({ count: held })}
    </StaffButton>
  )
}
