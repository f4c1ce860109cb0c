import { MemberFrame } from '#ui/accounts/member-frame.tsx'
import { createFileRoute, Outlet } from '@tanstack/react-router'

export const Route = createFileRoute('/member')({
  component: () => (
    <MemberFrame>
      <Outlet />
    </MemberFrame>
  ),
})
