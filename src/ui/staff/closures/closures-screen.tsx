import { m } from '#i18n/generated/messages.js'
import { useApi } from '#ui/session/use-api.ts'
import { hasRole, useViewer } from '#ui/session/viewer.ts'
import { ReadFailure } from '#ui/staff/kit/read-failure.tsx'
import { StaffButton, StaffButtonLink } from '#ui/staff/kit/staff-button.tsx'
import { StaffPage } from '#ui/staff/kit/staff-page.tsx'
import { TabLink, TabLinks } from '#ui/staff/kit/tab-links.tsx'
import { useScreenLive } from '#ui/staff/kit/use-staff-live.ts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { ClosureList } from './closure-list.tsx'
import { ClosurePage } from './closure-page.tsx'
import { ClosureWizard } from './closure-wizard.tsx'
import { CloseNowSheet } from './close-now-sheet.tsx'
import { closuresKey, closuresQuery } from './closures-queries.ts'
import { closuresSearch, type ClosuresSearch } from './closures-search.ts'
import { RainSheet } from './rain-sheet.tsx'

/** What is closed and when it opens again; one closure with its report; or a new one. The address says which. */
export function ClosuresScreen({ search: asked }: { search: ClosuresSearch }) {
  const search = closuresSearch(asked)
  const mayClose = hasRole(useViewer(), 'admin', 'manager')
  useScreenLive('/staff/closures', [closuresKey])
  if (search.closure !== undefined) return <ClosurePage key={search.closure} id={search.closure} mayClose={mayClose} />
  if (search.new !== undefined && mayClose) return <ClosureWizard search={search} />
  return <Closures search={search} mayClose={mayClose} />
}

function Closures({ search, mayClose }: { search: ClosuresSearch; mayClose: boolean }) {
  const read = useQuery(closuresQuery(useApi(), search))
  const { data } = read
  const [isRaining, setRaining] = useState(false)
  const navigate = useNavigate()
  const { now, ...rest } = search
  return (
    <StaffPage
      title={m.staff_screen_closures()}
      lead={mayClose ? m.closures_lead() : m.closures_lead_desk()}
      actions={
        <>
          {mayClose && (
            <StaffButton icon="clock" onClick={() => setRaining(true)}>
              {m.closures_rain()}
            </StaffButton>
          )}
          <StaffButtonLink to="/staff/closures" search={{ ...rest, now: '1' }} icon="closures" look={mayClose ? 'secondary' : 'primary'}>
            {m.closures_now()}
          </StaffButtonLink>
          {mayClose && (
            <StaffButtonLink to="/staff/closures" search={{ new: '1' }} look="primary" icon="plus">
              {m.closures_new()}
            </StaffButtonLink>
          )}
        </>
      }
      tabs={
        <TabLinks label={m.closures_tabs()}>
          <TabLink to="/staff/closures" search={{ facility: search.facility }} here={search.view === undefined}>
            {m.closures_tab_now()}
          </TabLink>
          <TabLink to="/staff/closures" search={{ facility: search.facility, view: 'past' }} here={search.view === 'past'}>
            {m.closures_tab_past()}
          </TabLink>
        </TabLinks>
      }
    >
      <ReadFailure read={read} />
      {data && <ClosureList search={search} data={data} mayClose={mayClose} />}
      {now && data && (
        <CloseNowSheet
          facilities={data.facilities}
          facility={search.facility}
          mayClose={mayClose}
          onClose={() => void navigate({ to: '/staff/closures', search: rest, replace: true })}
        />
      )}
      {isRaining && data && <RainSheet facilities={data.facilities} onClose={() => setRaining(false)} />}
    </StaffPage>
  )
}
