import { m } from '#i18n/generated/messages.js'
import type { RoundAnswer } from '#modules/preorders/wire.ts'
import { Callout } from '#ui/kit/callout.tsx'
import { Icon } from '#ui/kit/icon.tsx'
import detail from '#ui/orders/order-detail.module.css'
import { Link } from '@tanstack/react-router'
import { CreateForm, type CreateProps } from './create-form.tsx'
import form from './preorder-form.module.css'
import { RoundBanner } from './round-banner.tsx'
import { usePhase, useRound } from './use-round.ts'

/** Page to create or change a pre-order. */
export function CreatePage(props: CreateProps) {
  const current = useRound()
  const round = props.opened && props.opened.round.id !== current?.id ? props.opened.roundDetail : current
  return (
    <div className={form.page}>
      <Link to="/member/order/schedule" className={detail.back}>
        <Icon name="back" size={18} />
        {m.preorder_back()}
      </Link>
      {round ? <InPhase {...props} round={round} /> : round === null && <NoRound />}
    </div>
  )
}

/** Before the view window there is only a countdown; at its end the form appears by itself. */
function InPhase({ round, ...props }: CreateProps & { round: RoundAnswer }) {
  const phase = usePhase(round)
  if (phase !== 'not-yet') return <CreateForm {...props} round={round} phase={phase} />
  return (
    <>
      <h1 className="sr-only">{m.preorder_create_title()}</h1>
      <RoundBanner round={round} />
    </>
  )
}

function NoRound() {
  return (
    <>
      <h1 className="sr-only">{m.preorder_create_title()}</h1>
      <Callout title={m.preorder_no_round()}>{m.preorder_no_round_text()}</Callout>
    </>
  )
}
