import { m } from '#i18n/generated/messages.js'
import { ConnectionList } from '#ui/staff/kit/connection-list.tsx'
import { StaffPage } from '#ui/staff/kit/staff-page.tsx'

export function ConnectionsScreen() {
  return (
    <StaffPage title={m.staff_screen_connections()} lead={m.connections_lead()}>
      <ConnectionList />
    </StaffPage>
  )
}
