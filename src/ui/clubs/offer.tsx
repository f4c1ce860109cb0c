import { m } from '#i18n/generated/messages.js'
import type { ClubPeopleAnswer } from '#modules/clubs/wire.ts'
import style from '#ui/accounts/setting.module.css'
import { Button } from '#ui/kit/button.tsx'
import { Callout } from '#ui/kit/callout.tsx'
import { useApi } from '#ui/session/use-api.ts'
import type { Asking } from './do-now.tsx'

/** A club that is on its way to another owner. */
export function Offer({
  handover,
  isOwner,
  club,
  onAsk,
}: Asking & { handover: ClubPeopleAnswer['handover']; isOwner: boolean; club: string }) {
  const api = useApi()
  if (!handover) return null
  if (handover.isToYou) return <OfferToYou club={club} onAsk={onAsk} />
  const withdraw = () => api.delete('/api/Club/Handover')
  const label = m.club_offer_withdraw()
  return (
    <Callout
      tone="info"
      title={m.club_offered_to({ name: handover.toName })}
      action={
        isOwner && (
          <Button
            look="secondary"
            onClick={() => onAsk({ title: label, text: m.club_offered_to({ name: handover.toName }), label, run: withdraw })}
          >
            {label}
          </Button>
        )
      }
    />
  )
}

function OfferToYou({ club, onAsk }: Asking & { club: string }) {
  const api = useApi()
  const answer = (accept: boolean) => () => api.post('/api/Club/Handover/Answer', { accept })
  const [yes, no] = [m.club_take_over(), m.club_decline()]
  return (
    <Callout
      tone="due"
      title={m.club_offered_title({ club })}
      action={
        <div className={style.actions}>
          <Button onClick={() => onAsk({ title: yes, text: m.club_take_over_text({ club }), label: yes, isOwn: true, run: answer(true) })}>
            {yes}
          </Button>
          <Button look="secondary" onClick={() => onAsk({ title: no, text: m.club_decline_text({ club }), label: no, run: answer(false) })}>
            {no}
          </Button>
        </div>
      }
    >
      {m.club_offered_text()}
    </Callout>
  )
}
