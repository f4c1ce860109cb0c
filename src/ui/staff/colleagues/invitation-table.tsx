import { formatMoment } from '#i18n/dates.ts'
import { m } from '#i18n/generated/messages.js'
import { getLocale } from '#i18n/generated/runtime.js'
import type { ListedInvitation } from '#modules/staff/wire.ts'
import { Chip } from '#ui/kit/chip.tsx'
import { AskSheet } from '#ui/staff/kit/ask-sheet.tsx'
import { DataTable, type Column } from '#ui/staff/kit/data-table.tsx'
import { roleNames } from '#ui/staff/kit/role-name.ts'
import { StaffButton } from '#ui/staff/kit/staff-button.tsx'
import { useState } from 'react'
import style from './colleagues.module.css'
import { useColleagueCall } from './staff-query.ts'

type Asking = { deed: 'resend' | 'withdraw'; invitation: ListedInvitation }

/** Invitations that nobody has used yet. */
export function InvitationTable({ invitations }: { invitations: ListedInvitation[] }) {
  const [asking, ask] = useState<Asking>()
  return (
    <section className={style.part} aria-labelledby="invitations">
      <h2 id="invitations">{m.staff_invitations_title()}</h2>
      <DataTable
        caption={m.staff_invitations_title()}
        columns={columnsWith(ask)}
        rows={invitations}
        rowKey={({ id }) => id}
        isFaded={({ isExpired }) => isExpired}
        empty={m.staff_invitations_none()}
      />
      {asking && <AskInvitation {...asking} onClose={() => ask(undefined)} />}
    </section>
  )
}

const columnsWith = (ask: (asking: Asking) => void): Column<ListedInvitation>[] => [
  {
    key: 'email',
    head: m.staff_invitations_email(),
    cell: (one) => <Address invitation={one} />,
    sortBy: ({ email }) => email,
    isRowHead: true,
  },
  {
    key: 'role',
    head: m.staff_people_role(),
    cell: ({ roles }) => roleNames(roles),
    sortBy: ({ roles }) => roleNames(roles),
    isWide: true,
  },
  {
    key: 'by',
    head: m.staff_invitations_by(),
    cell: ({ invitedBy }) => invitedBy ?? m.staff_invitations_machine(),
    sortBy: ({ invitedBy }) => invitedBy ?? '',
    isWide: true,
  },
  {
    key: 'until',
    head: m.staff_invitations_until(),
    cell: ({ expiresAt, isExpired }) =>
      isExpired ? <Chip tone="due">{m.staff_invitations_expired()}</Chip> : formatMoment(new Date(expiresAt), getLocale()),
    sortBy: ({ expiresAt }) => expiresAt,
    isWide: true,
  },
  {
    key: 'deeds',
    head: m.staff_people_deeds(),
    cell: (invitation) => (
      <span className={style.deeds}>
        <StaffButton
          look="quiet"
          aria-label={`${m.staff_invitations_resend()}: ${invitation.email}`}
          onClick={() => ask({ deed: 'resend', invitation })}
        >
          {m.staff_invitations_resend()}
        </StaffButton>
        <StaffButton
          look="quiet"
          aria-label={`${m.staff_invitations_withdraw()}: ${invitation.email}`}
          onClick={() => ask({ deed: 'withdraw', invitation })}
        >
          {m.staff_invitations_withdraw()}
        </StaffButton>
      </span>
    ),
    align: 'end',
  },
]

/** On a phone the roles stand below the address. */
function Address({ invitation: { email, roles } }: { invitation: ListedInvitation }) {
  return (
    <span className={style.person}>
      <span className={style.address}>{email}</span>
      <span className={style.onPhone}>{roleNames(roles)}</span>
    </span>
  )
}

function AskInvitation({ deed, invitation: { id, email }, onClose }: Asking & { onClose(): void }) {
  const call = useColleagueCall()
  const isResend = deed === 'resend'
  return (
    <AskSheet
      title={isResend ? m.staff_invitations_resend() : m.staff_invitations_withdraw()}
      effects={[isResend ? m.staff_invitations_resend_effect({ email }) : m.staff_invitations_withdraw_effect({ email })]}
      confirmLabel={isResend ? m.staff_invitations_resend() : m.staff_invitations_withdraw()}
      isDangerous={!isResend}
      onClose={onClose}
      onSend={async () => {
        const path = isResend ? '/api/Staff/Invitation/Resend' : '/api/Staff/Invitation/Withdraw'
        await call(path, { id }, isResend ? m.staff_invitations_resent({ email }) : m.staff_invitations_withdrawn({ email }))
      }}
    />
  )
}
