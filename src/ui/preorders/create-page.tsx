import { m } from '#i18n/generated/messages.js'
import type { RoundAnswer } from '#modules/preorders/wire.ts'
import { Callout } from '#ui/kit/callout.tsx'
import { CreateForm, type CreateProps } from './create-form.tsx'
import { RoundBanner } from './round-banner.tsx'
import { RoundChoice } from './round-choice.tsx'
import { usePhase, useRound } from './use-round.ts'

/** Page to create or change a pre-order. `roundId`: of a new one; the current round unless given. */
export function CreatePage({ roundId, ...props }: CreateProps & { roundId: number | undefined }) {
  const current = useRound(roundId)
  const round = props.opened && props.opened.round.id !== current?.id ? props.opened.roundDetail : current
  return (
    <div className="stack gap-6">
      {!props.editing && <RoundChoice open={current?.open} chosen={round?.id} />}
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
