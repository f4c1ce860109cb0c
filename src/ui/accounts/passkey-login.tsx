import { m } from '#i18n/generated/messages.js'
import type { PasskeyAnswer } from '#modules/logins/second-factor-wire.ts'
import type { LoginAnswer } from '#modules/logins/wire.ts'
import type { MemberAnswer } from '#modules/accounts/wire.ts'
import { Button } from '#ui/kit/button.tsx'
import { FormProblem } from '#ui/kit/form-problem.tsx'
import { Icon } from '#ui/kit/icon.tsx'
import { useSubmit } from '#ui/kit/use-submit.ts'
import { useApi } from '#ui/session/use-api.ts'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef } from 'react'
import { startSession } from './log-in.ts'
import { showPasskey } from './passkey-browser.ts'
import style from './second-factor.module.css'

/** Logs in by a passkey alone, without a name: the device knows whose it is. It is asked for, or chosen where the name is typed. */
export function PasskeyLogin({ onEntered }: { onEntered(member: MemberAnswer): Promise<void> }) {
  const router = useRouter()
  const api = useApi()
  const offered = useRef<PasskeyAnswer>(undefined)
  const { ready, busy, refused, form } = useSubmit(async () => {
    const passkey = offered.current ?? (await showPasskey(api, 'log-in'))
    offered.current = undefined
    await onEntered(startSession(router, await api.post<LoginAnswer>('/api/AccountMember/Login/Passkey', { passkey })))
  })
  const logInBy = useEffectEvent((answer: PasskeyAnswer) => {
    offered.current = answer
    form.ref.current?.requestSubmit()
  })
  useEffect(() => {
    const left = new AbortController()
    const { signal } = left
    const offer = async () => {
      // A chunk of its own, which comes when the page has loaded and has nothing else to do.
      const { offerPasskeys } = await import('./passkey-autofill.ts')
      if (!signal.aborted) offerPasskeys({ api, onChosen: logInBy, signal })
    }
    const whenIdle = () => (window.requestIdleCallback ?? setTimeout)(() => void offer())
    if (document.readyState === 'complete') whenIdle()
    else window.addEventListener('load', whenIdle, { signal })
    return () => left.abort()
  }, [api])
  return (
    <form {...form} className={style.passkeyLogin}>
      <p className={style.or}>{m.login_or()}</p>
      <FormProblem refused={refused} />
      <Button type="submit" look="secondary" wide busy={busy} disabled={!ready}>
        <span className="inline gap-2">
          <Icon name="key" size={20} />
          {m.passkey_log_in()}
        </span>
      </Button>
    </form>
  )
}
