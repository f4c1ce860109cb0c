import { formatMoment } from '#i18n/dates.ts'
import { m } from '#i18n/generated/messages.js'
import { getLocale } from '#i18n/generated/runtime.js'
import type { AcceptAnswer, JoinAnswer } from '#modules/staff/wire.ts'
import { startSession } from '#ui/accounts/log-in.ts'
import { ButtonLink } from '#ui/kit/button.tsx'
import { Callout } from '#ui/kit/callout.tsx'
import { CourtLayout } from '#ui/kit/court-layout.tsx'
import { reloadViewer } from '#ui/session/logout.ts'
import { isLoggedIn, useViewer } from '#ui/session/viewer.ts'
import { aboutRole } from '#ui/staff/kit/about-role.ts'
import { roleName } from '#ui/staff/kit/role-name.ts'
import { useStaffCall } from '#ui/staff/kit/use-staff-call.ts'
import { AlreadyLoggedIn } from '#ui/accounts/already-logged-in.tsx'
import { useRouter } from '@tanstack/react-router'
import { JoinForm, type JoinFields } from './join-form.tsx'
import style from './join.module.css'

type Props = { joinKey: string; invitation: JoinAnswer; onJoined(): Promise<void> }

/** What an invitation says, and the way to accept it: a new account, the own account, or a new password for it. */
export function JoinPage({ joinKey, invitation, onJoined }: Props) {
  const router = useRouter()
  const call = useStaffCall()

  async function accept(fields: JoinFields): Promise<void> {
    const { session } = await call<AcceptAnswer>('/api/StaffInvitation/Accept', { key: joinKey, ...fields })
    if (session) startSession(router, session)
    else await reloadViewer(router)
    await onJoined()
  }

  return (
    <CourtLayout title={m.staff_join_title()} lead={leadOf(invitation)} sport="volleyball">
      {invitation.roles.map((role) => (
        <div key={role} className={style.role}>
          <b>{roleName(role)}</b>
          <p>{aboutRole(role, invitation.roles)}</p>
        </div>
      ))}
      {invitation.roles.length > 1 && <p>{m.staff_join_several()}</p>}
      <Way joinKey={joinKey} invitation={invitation} accept={accept} />
      <p className={style.foot}>
        {m.staff_join_next()} {m.staff_join_until({ moment: formatMoment(new Date(invitation.expiresAt), getLocale()) })}
      </p>
    </CourtLayout>
  )
}

const leadOf = ({ invitedBy, email }: JoinAnswer): string =>
  invitedBy === null ? m.staff_join_lead_machine({ email }) : m.staff_join_lead({ inviter: invitedBy, email })

type WayProps = { joinKey: string; invitation: JoinAnswer; accept(fields: JoinFields): Promise<void> }

function Way({ joinKey, invitation, accept }: WayProps) {
  const viewer = useViewer()
  if (invitation.by !== 'log-in' || invitation.isLoggedIn)
    return <JoinForm by={invitation.by === 'log-in' ? 'session' : invitation.by} email={invitation.email} accept={accept} />
  if (isLoggedIn(viewer))
    return (
      <div className="stack gap-4">
        <Callout tone="due">{m.staff_join_other_account({ email: invitation.email })}</Callout>
        <AlreadyLoggedIn name={viewer.name} email={viewer.email}>
          {null}
        </AlreadyLoggedIn>
      </div>
    )
  return (
    <div className="stack gap-4">
      <Callout>{m.staff_join_member({ email: invitation.email })}</Callout>
      <ButtonLink to="/login" search={{ redirect: `/staff/join?key=${joinKey}` }} wide>
        {m.staff_join_log_in()}
      </ButtonLink>
    </div>
  )
}
