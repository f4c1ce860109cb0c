import { MemberFrame } from '#ui/accounts/member-frame.tsx'
import { createFileRoute, Outlet } from '@tanstack/react-router'

export const Route = createFileRoute('/member')({
  staticData: { layout: 'area' },
  component: () => (
    <MemberFrame>
      <Outlet />
    </MemberFrame>
  ),
})
