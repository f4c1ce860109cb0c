import { m } from '#i18n/generated/messages.js'
import { Button } from '#ui/kit/button.tsx'
import { dropDrafts } from '#ui/kit/draft.ts'
import { SecretField } from '#ui/kit/field.tsx'
import { FormProblem } from '#ui/kit/form-problem.tsx'
import { Sheet } from '#ui/kit/sheet.tsx'
import { useSubmit } from '#ui/kit/use-submit.ts'
import { forgetViewer } from '#ui/session/logout.ts'
import type { AppRouter } from '#ui/session/router-context.ts'
import { clearToken, tellOtherTabs } from '#ui/session/session.ts'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { useApi } from './member-queries.ts'
import style from './setting.module.css'

export function CloseAccount({ email }: { email: string }) {
  const [open, setOpen] = useState(false)
  return (
    <div className={style.block}>
      <div>
        <h3>{m.setting_close()}</h3>
        <p>{m.setting_close_text()}</p>
      </div>
      <Button look="danger" onClick={() => setOpen(true)}>
        {m.setting_close_action()}
      </Button>
      <Sheet title={m.setting_close_title()} open={open} onClose={() => setOpen(false)}>
        <CloseForm email={email} onStay={() => setOpen(false)} />
      </Sheet>
    </div>
  )
}

function CloseForm({ email, onStay }: { email: string; onStay(): void }) {
  const api = useApi()
  const router = useRouter()
  const [secret, setSecret] = useState('')
  const { busy, refused, errorAt, form } = useSubmit(async () => {
    await api.post('/api/AccountMember/Close', { secret })
    await leaveAfterClosing(router)
  })
  return (
    <form {...form} className={style.form}>
      <ul className={style.consequences}>
        <li>{m.setting_close_point_data()}</li>
        <li>{m.setting_close_point_devices()}</li>
        <li>{m.setting_close_point_back()}</li>
      </ul>
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <SecretField
        name="secret"
        label={m.setting_close_secret()}
        autoComplete="current-password"
        value={secret}
        error={errorAt('secret')}
        onChange={(event) => setSecret(event.target.value)}
      />
      <FormProblem refused={refused} />
      <div className={style.actions}>
        <Button type="submit" look="danger" busy={busy}>
          {m.setting_close_submit()}
        </Button>
        <Button look="quiet" onClick={onStay}>
          {m.setting_close_stay()}
        </Button>
      </div>
    </form>
  )
}

/** After the account is closed: removes everything of the member from this browser and shows the login page with a farewell. */
async function leaveAfterClosing(router: AppRouter): Promise<void> {
  clearToken()
  dropDrafts()
  forgetViewer(router)
  tellOtherTabs('logged-out')
  await router.navigate({ href: '/login?notice=goodbye', replace: true })
}
