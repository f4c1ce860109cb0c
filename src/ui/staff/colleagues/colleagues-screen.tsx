import { m } from '#i18n/generated/messages.js'
import { useApi } from '#ui/session/use-api.ts'
import { ReadFailure } from '#ui/staff/kit/read-failure.tsx'
import { StaffButtonLink } from '#ui/staff/kit/staff-button.tsx'
import { StaffPage } from '#ui/staff/kit/staff-page.tsx'
import { TabLink, TabLinks } from '#ui/staff/kit/tab-links.tsx'
import { useScreenLive } from '#ui/staff/kit/use-staff-live.ts'
import { useQuery } from '@tanstack/react-query'
import { InvitationTable } from './invitation-table.tsx'
import { InviteSheet } from './invite-sheet.tsx'
import { ColleagueSheet } from './colleague-sheet.tsx'
import { RolesView } from './roles-view.tsx'
import { staffListQuery } from './staff-query.ts'
import { StaffTable } from './staff-table.tsx'

/** What the address says: the tab, and the sheet that is open. */
export type ColleaguesSearch = { view?: 'roles' | undefined; who?: string | undefined; invite?: 'new' | undefined }

/** Screen of admins: who runs the centre, who is invited, and what each role may do. */
export function ColleaguesScreen({ view, who, invite, onClose }: ColleaguesSearch & { onClose(): void }) {
  const list = staffListQuery(useApi())
  const read = useQuery(list)
  const { data, dataUpdatedAt } = read
  useScreenLive('/staff/settings/staff', [list.queryKey])
  if (!data) return <ReadFailure read={read} />
  const now = new Date(dataUpdatedAt)
  const chosen = data.staff.find(({ id }) => id === who)
  return (
    <StaffPage
      title={m.staff_screen_staff()}
      lead={m.staff_people_lead()}
      actions={
        <StaffButtonLink to="/staff/settings/staff" search={{ invite: 'new' }} look="primary" icon="plus">
          {m.staff_people_invite()}
        </StaffButtonLink>
      }
      tabs={
        <TabLinks label={m.staff_screen_staff()}>
          <TabLink to="/staff/settings/staff" here={view !== 'roles'}>
            {m.staff_people_tab({ count: data.staff.length })}
          </TabLink>
          <TabLink to="/staff/settings/staff" search={{ view: 'roles' }} here={view === 'roles'}>
            {m.staff_roles_tab()}
          </TabLink>
        </TabLinks>
      }
    >
      {view === 'roles' ? (
        <RolesView />
      ) : (
        <>
          <StaffTable staff={data.staff} now={now} />
          <InvitationTable invitations={data.invitations} />
        </>
      )}
      <InviteSheet open={invite !== undefined} onClose={onClose} />
      {chosen && <ColleagueSheet key={chosen.id} person={chosen} now={now} onClose={onClose} />}
    </StaffPage>
  )
}
