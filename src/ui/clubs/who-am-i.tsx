import { m } from '#i18n/generated/messages.js'
import type { MemberAnswer } from '#modules/accounts/wire.ts'
import { Button } from '#ui/kit/button.tsx'
import { useActAs } from './act-as.ts'
import style from './clubs.module.css'
import { roleName } from './role-words.ts'

/** For whom one acts: oneself, or one of the clubs in which one has a role. Nothing for who is in no club. */
export function WhoAmI({ member }: { member: MemberAnswer }) {
  const { busy, actAs } = useActAs()
  if (member.clubs.length === 0) return null
  const choices = [
    { id: null, title: member.name, note: m.club_as_myself(), isChosen: member.id === member.personId },
    ...member.clubs.map(({ id, name, role }) => ({ id, title: name, note: roleName(role), isChosen: member.id === id })),
  ]
  return (
    <section className="stack gap-3" aria-labelledby="who-title">
      <h2 id="who-title" className={style.who}>
        {m.club_who_title()}
      </h2>
      <div className={style.choices}>
        {choices.map(({ id, title, note, isChosen }) => (
          <Button
            key={id ?? 'myself'}
            look={isChosen ? 'primary' : 'secondary'}
            className={style.choice}
            aria-pressed={isChosen}
            busy={busy !== undefined && busy === id}
            {...(isChosen ? {} : { onClick: () => void actAs(id) })}
          >
            <b>{title}</b>
            <small>{note}</small>
          </Button>
        ))}
      </div>
    </section>
  )
}
