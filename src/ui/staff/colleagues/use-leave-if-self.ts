import type { ListedStaff } from '#modules/staff/wire.ts'
import { logout } from '#ui/session/logout.ts'
import { useRouter } from '@tanstack/react-router'

/** After an admin's own sessions have ended: back to the login. */
export function useLeaveIfSelf({ isSelf }: ListedStaff): () => Promise<void> {
  const router = useRouter()
  return async () => {
    if (!isSelf) return
    await router.navigate({ to: '/login' })
    await logout(router)
  }
}
