import { formatDate } from '#i18n/dates.ts'
import { m } from '#i18n/generated/messages.js'
import { getLocale } from '#i18n/generated/runtime.js'
import type { ClubPeopleAnswer } from '#modules/clubs/wire.ts'
import style from '#ui/accounts/setting.module.css'
import { Button } from '#ui/kit/button.tsx'
import { Chip } from '#ui/kit/chip.tsx'
import { Icon } from '#ui/kit/icon.tsx'
import { useApi } from '#ui/session/use-api.ts'
import type { Asking, Doing } from './do-now.tsx'
import clubs from './clubs.module.css'
import { roleName, roleNote } from './role-words.ts'

type Person = ClubPeopleAnswer['people'][number]

/** Somebody who acts for the club, with what the owner may do about them, or they about themselves. */
export function PersonRow({ person, isOwner, onAsk }: Asking & { person: Person; isOwner: boolean }) {
  const doings = useDoings(person)
  const { name, email, role, since, isYou, isOwnLogin } = person
  const mine = role === 'owner' ? [] : isOwner ? doings.byOwner : isYou ? [doings.leave] : []
  return (
    <li className={style.row}>
      <span className={style.rowIcon}>
        <Icon name="person" size={20} />
      </span>
      <span className={style.rowWords}>
        <span className={style.rowTitle}>
          {name} <Chip tone={role === 'owner' ? 'good' : 'plain'}>{roleName(role)}</Chip>
          {isYou && <Chip>{m.club_you()}</Chip>}
        </span>
        {email !== '' && <span className={style.rowDetail}>{email}</span>}
        <span className={style.rowDetail}>
          {isOwnLogin ? m.club_own_login() : m.club_since({ day: formatDate(new Date(since), getLocale()) })}
        </span>
      </span>
      {mine.length > 0 && (
        <span className={clubs.deeds}>
          {mine.map((doing) => (
            <Button
              key={doing.short}
              look="quiet"
              className={clubs.deed}
              data-grave={doing.isGrave}
              aria-label={doing.title}
              onClick={() => onAsk(doing)}
            >
              {doing.short}
            </Button>
          ))}
        </span>
      )}
    </li>
  )
}

type Short = Doing & {
  short: string
  /** It cannot be taken back by the one who does it. */
  isGrave?: true
}

function useDoings({ id: personId, name, role, isOwnLogin }: Person): { byOwner: Short[]; leave: Short } {
  const api = useApi()
  const other = role === 'booker' ? 'treasurer' : 'booker'
  const byOwner = [
    {
      short: m.club_role_make({ role: roleName(other) }),
      title: m.club_role_change_named({ name, role: roleName(other) }),
      text: roleNote(other),
      label: m.club_role_change(),
      run: () => api.post('/api/Club/People/Role', { personId, role: other }),
    },
    {
      short: m.club_hand_over(),
      title: m.club_hand_over_named({ name }),
      text: m.club_hand_over_text({ name, role: roleName(role) }),
      label: m.club_hand_over(),
      isGrave: true as const,
      run: () => api.post('/api/Club/Handover', { personId }),
    },
    {
      short: m.club_remove(),
      title: m.club_remove_named({ name }),
      text: isOwnLogin ? m.club_remove_own_login_text() : m.club_remove_text(),
      label: m.club_remove(),
      endsRole: true as const,
      isGrave: true as const,
      run: () => api.post('/api/Club/People/Remove', { personId }),
    },
  ]
  const leave = {
    short: m.club_leave(),
    title: m.club_leave(),
    text: isOwnLogin ? m.club_remove_own_login_text() : m.club_leave_text(),
    label: m.club_leave(),
    isOwn: true as const,
    endsRole: true as const,
    run: () => api.post('/api/Club/Leave'),
  }
  return { byOwner, leave }
}
