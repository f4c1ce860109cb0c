import { m } from '#i18n/generated/messages.js'
import type { LoginAnswer, MemberAnswer } from '#modules/accounts/wire.ts'
import { Button } from '#ui/kit/button.tsx'
import { FormProblem } from '#ui/kit/form-problem.tsx'
import { Icon } from '#ui/kit/icon.tsx'
import { useSubmit } from '#ui/kit/use-submit.ts'
import { useRouteContext, useRouter } from '@tanstack/react-router'
import { startSession } from './log-in.ts'
import { showPasskey } from './passkey-browser.ts'
import style from './second-factor.module.css'

/** Logs in by a passkey alone, without a name: the device knows whose it is. */
export function PasskeyLogin({ onEntered }: { onEntered(member: MemberAnswer): Promise<void> }) {
  const router = useRouter()
  const { api } = useRouteContext({ from: '__root__' })
  const { ready, busy, refused, form } = useSubmit(async () => {
    const passkey = await showPasskey(api, 'log-in')
    await onEntered(startSession(router, await api.post<LoginAnswer>('/api/AccountMember/Login/Passkey', { passkey })))
  })
  return (
    <form {...form} className={style.passkeyLogin}>
      <p className={style.or}>{m.login_or()}</p>
      <FormProblem refused={refused} />
      <Button type="submit" look="secondary" wide busy={busy} disabled={!ready}>
        <span className={style.withIcon}>
          <Icon name="key" size={20} />
          {m.passkey_log_in()}
        </span>
      </Button>
    </form>
  )
}
