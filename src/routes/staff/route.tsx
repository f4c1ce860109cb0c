import { StaffFrame } from '#ui/staff/shell/staff-frame.tsx'
import { createFileRoute, Outlet } from '@tanstack/react-router'

/** Frame and guard of every screen of the console. */
export const Route = createFileRoute('/staff')({
  staticData: { layout: 'staff' },
  // Imported when needed: the table of screens is no part of the members' first load.
  beforeLoad: async (asked) => (await import('../-guard-staff.ts')).guardStaff(asked),
  component: () => (
    <StaffFrame>
      <Outlet />
    </StaffFrame>
  ),
})
