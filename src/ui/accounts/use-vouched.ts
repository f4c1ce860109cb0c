import type { VouchedAnswer } from '#modules/logins/wire.ts'
import { useIsRestored } from '#ui/kit/persisted-store.ts'
import { useApi } from '#ui/session/use-api.ts'
import { useEffect } from 'react'
import { setDraft, useRegisterDraft } from './register-draft.ts'

/** Fills in what an issuer says of somebody who comes from it. What was typed before stays. */
export function useVouched(isByWay: boolean): void {
  const api = useApi()
  const isRestored = useIsRestored()
  useEffect(() => {
    if (!isRestored) return
    if (!isByWay) {
      if (useRegisterDraft.getState().byWay !== undefined) setDraft({ byWay: undefined })
      return
    }
    const fillIn = async () => {
      const vouched = await api.get<VouchedAnswer>('/api/AccountMember/LoginWay/Vouched').catch(() => null)
      const { name, email } = useRegisterDraft.getState()
      setDraft({ byWay: vouched?.title, name: name || (vouched?.name ?? ''), email: email || (vouched?.email ?? '') })
    }
    void fillIn()
  }, [api, isByWay, isRestored])
}
