import { formatMoment } from '#i18n/dates.ts'
import { m } from '#i18n/generated/messages.js'
import { getLocale } from '#i18n/generated/runtime.js'
import type { AcceptAnswer, ShownInvitationAnswer } from '#modules/clubs/wire.ts'
import { Button, ButtonLink } from '#ui/kit/button.tsx'
import { CourtLayout } from '#ui/kit/court-layout.tsx'
import { FormProblem } from '#ui/kit/form-problem.tsx'
import { useSubmit } from '#ui/kit/use-submit.ts'
import { useApi } from '#ui/session/use-api.ts'
import { isLoggedIn, useViewer } from '#ui/session/viewer.ts'
import style from '#ui/accounts/setting.module.css'
import { useRouter } from '@tanstack/react-router'
import { useActAs } from './act-as.ts'
import { roleName, roleNote } from './role-words.ts'

type Props = { joinKey: string; invitation: ShownInvitationAnswer }

/** Accepts an invitation with one's own account; a visitor logs in or signs up first. */
export function JoinClub({ joinKey, invitation: { club, role, inviter, email, expiresAt } }: Props) {
  const viewer = useViewer()
  return (
    <CourtLayout title={m.club_join_title({ club })} lead={m.club_join_lead({ inviter, role: roleName(role) })} sport="volleyball">
      <div className="stack gap-5">
        <dl className={style.facts}>
          <div>
            <dt>{m.club_join_role()}</dt>
            <dd>{roleName(role)}</dd>
          </div>
          <div>
            <dt>{m.club_join_to()}</dt>
            <dd>{email}</dd>
          </div>
          <div>
            <dt>{m.club_join_until()}</dt>
            <dd>{formatMoment(new Date(expiresAt), getLocale())}</dd>
          </div>
        </dl>
        <p className={style.note}>{roleNote(role)}</p>
        {isLoggedIn(viewer) ? <Accept joinKey={joinKey} /> : <LogInFirst joinKey={joinKey} />}
      </div>
    </CourtLayout>
  )
}

function LogInFirst({ joinKey }: { joinKey: string }) {
  return (
    <>
      <p>{m.club_join_log_in_text()}</p>
      <div className={style.actions}>
        <ButtonLink to="/login" search={{ redirect: `/join?key=${joinKey}` }}>
          {m.nav_login()}
        </ButtonLink>
        <ButtonLink to="/register" look="secondary">
          {m.nav_register()}
        </ButtonLink>
      </div>
    </>
  )
}

function Accept({ joinKey }: { joinKey: string }) {
  const api = useApi()
  const router = useRouter()
  const { actAs } = useActAs()
  const { busy, refused, form } = useSubmit(async () => {
    const { clubId } = await api.post<AcceptAnswer>('/api/Club/Invitation/Accept', { key: joinKey })
    await router.navigate({ to: '/member' })
    await actAs(clubId)
  })
  return (
    <form {...form} className={style.form}>
      <FormProblem refused={refused} />
      <div className={style.actions}>
        <Button type="submit" busy={busy}>
          {m.club_join_accept()}
        </Button>
      </div>
    </form>
  )
}
