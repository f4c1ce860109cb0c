import { m } from '#i18n/generated/messages.js'
import type { MemberAnswer } from '#modules/accounts/wire.ts'
import { CourtDrawing } from '#ui/kit/court-drawing.tsx'
import { Icon } from '#ui/kit/icon.tsx'
import { useCentreName } from '#ui/session/viewer.ts'
import style from './member-card.module.css'
import { memberCourt } from './member-court.ts'
import { reviewWord } from './review-chip.tsx'

/** Membership card: name and identity on the drawing of a court. */
export function MemberCard({ member }: { member: MemberAnswer }) {
  const { identity, communityName } = member
  return (
    <section className={style.card} aria-label={m.member_card()}>
      <CourtDrawing sport={memberCourt(member.id)} className={style.court} />
      <p className={style.house}>{useCentreName()}</p>
      <div>
        <p className={style.name}>{member.name}</p>
        <p className={style.account}>{member.account}</p>
      </div>
      <dl className={style.facts}>
        <div>
          <dt>{m.member_card_identity()}</dt>
          <dd>
            {identity.name}
            {identity.state !== 'none-needed' && <span className={style.mark}>{reviewWord(identity.state)}</span>}
          </dd>
        </div>
        {communityName && (
          <div>
            <dt>{m.member_card_community()}</dt>
            <dd>
              {communityName}
              <span className={style.badge}>
                <Icon name="check" size={14} />
                {m.review_approved()}
              </span>
            </dd>
          </div>
        )}
      </dl>
    </section>
  )
}
