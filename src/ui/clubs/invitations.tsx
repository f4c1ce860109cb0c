import { formatDate } from '#i18n/dates.ts'
import { m } from '#i18n/generated/messages.js'
import { getLocale } from '#i18n/generated/runtime.js'
import type { ClubPeopleAnswer } from '#modules/clubs/wire.ts'
import style from '#ui/accounts/setting.module.css'
import { Button } from '#ui/kit/button.tsx'
import { Chip } from '#ui/kit/chip.tsx'
import { Icon } from '#ui/kit/icon.tsx'
import { useApi } from '#ui/session/use-api.ts'
import type { Asking } from './do-now.tsx'
import { roleName } from './role-words.ts'

/** Those that may still be accepted. */
export function Invitations({ invitations, onAsk }: Asking & { invitations: ClubPeopleAnswer['invitations'] }) {
  const api = useApi()
  return (
    <section className={style.section} aria-labelledby="invited-title">
      <h2 id="invited-title">{m.club_invited_title()}</h2>
      <ul className={style.list}>
        {invitations.map(({ id, email, role, expiresAt }) => (
          <li key={id} className={style.row}>
            <span className={style.rowIcon}>
              <Icon name="mail" size={20} />
            </span>
            <span className={style.rowWords}>
              <span className={style.rowTitle}>
                {email} <Chip tone="plain">{roleName(role)}</Chip>
              </span>
              <span className={style.rowDetail}>{m.club_invited_until({ day: formatDate(new Date(expiresAt), getLocale()) })}</span>
            </span>
            <span className={style.rowActions}>
              <Button
                look="quiet"
                className={style.small}
                aria-label={m.club_invitation_withdraw_named({ email })}
                onClick={() =>
                  onAsk({
                    title: m.club_invitation_withdraw_named({ email }),
                    text: m.club_invitation_withdraw_text(),
                    label: m.club_invitation_withdraw(),
                    run: () => api.post('/api/Club/Invitation/Withdraw', { id }),
                  })
                }
              >
                {m.club_invitation_withdraw()}
              </Button>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
