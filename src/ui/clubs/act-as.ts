import type { MemberAnswer } from '#modules/accounts/wire.ts'
import { refusalOf } from '#ui/kit/use-submit.ts'
import { toast } from '#ui/kit/toast.tsx'
import { setViewer } from '#ui/session/logout.ts'
import { useApi } from '#ui/session/use-api.ts'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'

/** Acts for a club from now on, or for oneself (null), in every tab; nothing of the one before is shown to the next. */
export function useActAs() {
  const api = useApi()
  const router = useRouter()
  const [busy, setBusy] = useState<string | null>()
  async function actAs(clubId: string | null): Promise<void> {
    setBusy(clubId)
    try {
      setViewer(router, await api.post<MemberAnswer>('/api/AccountMember/Act', { clubId }))
      await router.invalidate()
    } catch (error) {
      toast('error', refusalOf(error, Date.now()).title)
    } finally {
      setBusy(undefined)
    }
  }
  return { busy, actAs }
}
