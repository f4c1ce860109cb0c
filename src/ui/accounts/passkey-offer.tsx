import { m } from '#i18n/generated/messages.js'
import type { MemberAnswer } from '#modules/accounts/wire.ts'
import { Button } from '#ui/kit/button.tsx'
import { Callout } from '#ui/kit/callout.tsx'
import { lazyWithRetry } from '#ui/kit/lazy-with-retry.tsx'
import { createPersistedStore, useIsRestored } from '#ui/kit/persisted-store.ts'
import { useApi } from '#ui/session/use-api.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { settingsQuery } from '#ui/session/viewer.ts'
import { secondFactorsQuery } from './second-factor-queries.ts'

const AddSheet = lazyWithRetry(async () => (await import('./change-factor.tsx')).AddSheet)

/** Whether the offer was declined in this browser. */
const useDeclined = createPersistedStore('passkey_offer', 'preferences', { declined: false })

/** For some minutes after a login: offers to log in by a passkey of this device from now on. Who has one, or declines here, is not asked again. */
export function PasskeyOffer({ member }: { member: MemberAnswer }) {
  const api = useApi()
  const isRestored = useIsRestored()
  const { declined } = useDeclined()
  const canMake = useCanMakePasskey()
  const [isAdding, setAdding] = useState(false)
  // As a second factor a passkey is for those who want one; offered is the login by it alone.
  const isAllowed = useQuery(settingsQuery(api)).data?.loginBy.includes('passkey') ?? false
  const isAsked = isAllowed && isRestored && canMake && !declined && member.roles.length === 0
  const read = useQuery({ ...secondFactorsQuery(api), enabled: isAsked })
  const factors = read.data
  if (!isAsked || !factors || (!isAdding && (factors.passkeys.length > 0 || factors.confirmFirst !== null))) return null
  return (
    <>
      <Callout
        title={m.passkey_offer_title()}
        action={
          <div className="cluster">
            <Button look="secondary" onClick={() => setAdding(true)}>
              {m.passkey_add()}
            </Button>
            <Button look="quiet" onClick={() => useDeclined.setState({ declined: true })}>
              {m.passkey_offer_decline()}
            </Button>
          </div>
        }
      >
        <p>{m.passkey_offer_text()}</p>
      </Callout>
      {isAdding && (
        <AddSheet
          doing="passkey"
          {...{ factors, member }}
          refetch={async () => void (await read.refetch())}
          onClose={() => setAdding(false)}
        />
      )}
    </>
  )
}

/** Whether this device can verify its user, by a finger, a face or a code. */
function useCanMakePasskey(): boolean {
  const [can, setCan] = useState(false)
  useEffect(() => {
    let isGone = false
    const ask = async () => (await window.PublicKeyCredential?.isUserVerifyingPlatformAuthenticatorAvailable()) ?? false
    void ask().then(
      (answer) => isGone || setCan(answer),
      () => undefined,
    )
    return () => void (isGone = true)
  }, [])
  return can
}
