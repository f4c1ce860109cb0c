import { toLocation } from '#ui/kit/to-location.ts'
import { ApiProblem } from '#client/api-problem.ts'
import { m } from '#i18n/generated/messages.js'
import type { InTheWayOfClosing } from '#modules/accounts/rules.ts'
import type { MemberAnswer } from '#modules/accounts/wire.ts'
import { Button } from '#ui/kit/button.tsx'
import { SecretField } from '#ui/kit/field.tsx'
import { FormProblem } from '#ui/kit/form-problem.tsx'
import { Sheet, SheetActions } from '#ui/kit/sheet.tsx'
import { useSubmit } from '#ui/kit/use-submit.ts'
import { forgetPerson, forgetViewer } from '#ui/session/logout.ts'
import type { AppRouter } from '#ui/session/router-context.ts'
import { clearToken, tellOtherTabs } from '#ui/session/session.ts'
import { useApi } from '#ui/session/use-api.ts'
import { Link, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { ProvenFirst } from './proven-first.tsx'
import style from './setting.module.css'

export function CloseAccount({ member }: { member: MemberAnswer }) {
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
        <ProvenFirst member={member}>
          <CloseForm member={member} onStay={() => setOpen(false)} />
        </ProvenFirst>
      </Sheet>
    </div>
  )
}

function CloseForm({ member: { email, hasSecret }, onStay }: { member: MemberAnswer; onStay(): void }) {
  const api = useApi()
  const router = useRouter()
  const [secret, setSecret] = useState('')
  const [open, setOpen] = useState<InTheWayOfClosing[]>([])
  const { busy, refused, errorAt, form } = useSubmit(async () => {
    setOpen([])
    await api.post('/api/AccountMember/Close', hasSecret ? { secret } : {}).catch((error: unknown) => {
      if (error instanceof ApiProblem && error.code === 'bookings_open') setOpen((error.body['open'] ?? []) as InTheWayOfClosing[])
      throw error
    })
    await leaveAfterClosing(router)
  })
  return (
    <form {...form} className={style.form}>
      <ul className={style.consequences}>
        <li>{m.setting_close_point_data()}</li>
        <li>{m.setting_close_point_devices()}</li>
        <li>{m.setting_close_point_back()}</li>
      </ul>
      {hasSecret && (
        <>
          <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
          <SecretField
            name="secret"
            label={m.setting_close_secret()}
            autoComplete="current-password"
            value={secret}
            error={errorAt('secret')}
            onChange={(event) => setSecret(event.target.value)}
          />
        </>
      )}
      <FormProblem refused={refused}>
        {open.length > 0 && (
          <ul className={style.inTheWay}>
            {open.map(({ kind, no, words, path }) => (
              <li key={`${kind} ${no}`}>
                <Link {...toLocation(path)}>{words}</Link>
              </li>
            ))}
          </ul>
        )}
      </FormProblem>
      <SheetActions
        main={
          <Button type="submit" look="danger" busy={busy}>
            {m.setting_close_submit()}
          </Button>
        }
      >
        <Button look="quiet" onClick={onStay}>
          {m.setting_close_stay()}
        </Button>
      </SheetActions>
    </form>
  )
}

/** After the account is closed: removes everything of the member from this browser and shows the login page with a farewell. */
async function leaveAfterClosing(router: AppRouter): Promise<void> {
  clearToken()
  forgetPerson()
  forgetViewer(router)
  tellOtherTabs('logged-out')
  await router.navigate({ href: '/login?notice=goodbye', replace: true })
}
