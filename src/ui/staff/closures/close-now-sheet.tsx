import { m } from '#i18n/generated/messages.js'
import type { ClosureListAnswer, EffectAnswer } from '#modules/closures/closure-wire.ts'
import { closureCauses, type ClosureCause } from '#modules/closures/rules.ts'
import { useApi } from '#ui/session/use-api.ts'
import { useCanText } from '#ui/session/viewer.ts'
import { Callout } from '#ui/kit/callout.tsx'
import { SelectField } from '#ui/kit/field.tsx'
import { Sheet, SheetActions } from '#ui/kit/sheet.tsx'
import { toast } from '#ui/kit/toast.tsx'
import { CheckInput } from '#ui/staff/kit/fields.tsx'
import { ReadFailure } from '#ui/staff/kit/read-failure.tsx'
import { StaffButton } from '#ui/staff/kit/staff-button.tsx'
import { today } from '#ui/staff/kit/today.ts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState, type FormEvent } from 'react'
import { effectQuery } from './closures-queries.ts'
import { draftOf, planIn, searchOf } from './closures-search.ts'
import { causeWord, effectWord, periodWord, toldBy, usualReason } from './closures-words.ts'
import style from './closures.module.css'
import { closesAt, UntilChoice, type Until } from './rain-sheet.tsx'
import { refusedNow } from '#ui/staff/kit/use-staff-call.ts'
import { stateFor, useRunClosure, type KeptState } from './use-run-closure.ts'

type Props = {
  facilities: ClosureListAnswer['facilities']
  facility: number | undefined
  /** False: only courts, and only today; for everything else the sheet says whom to ask. */
  mayClose: boolean
  onClose(): void
}

/** Closes courts at once, for the rest of the day or some hours: says before who is told and what is paid back. */
export function CloseNowSheet({ facilities, facility: asked, mayClose, onClose }: Props) {
  const [facilityId, setFacility] = useState(asked ?? facilities[0]?.venue1stId)
  const [courts, setCourts] = useState<number[]>([])
  const [cause, setCause] = useState<ClosureCause>('fault')
  const [until, setUntil] = useState<Until>('rest')
  const facility = facilities.find(({ venue1stId }) => venue1stId === facilityId)
  const { read, effect, state, refused, close } = useCloseNow({ facilityId, courts, cause, until })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void close()
  }
  return (
    <Sheet open title={m.closures_now()} onClose={onClose}>
      <form className="stack gap-4" onSubmit={submit}>
        <SelectField
          label={m.closure_now_facility()}
          value={facilityId}
          onChange={(event) => (setFacility(Number(event.target.value)), setCourts([]))}
        >
          {facilities.map(({ venue1stId, name }) => (
            <option key={venue1stId} value={venue1stId}>
              {name}
            </option>
          ))}
        </SelectField>
        <fieldset className={style.ticks}>
          <legend>{m.closure_now_courts()}</legend>
          {facility?.courts.map(({ venue2ndId, name }) => (
            <CheckInput
              key={venue2ndId}
              label={name}
              checked={courts.includes(venue2ndId)}
              onChange={(isOn) => setCourts(isOn ? [...courts, venue2ndId] : courts.filter((id) => id !== venue2ndId))}
            />
          ))}
        </fieldset>
        <SelectField label={m.closure_now_cause()} value={cause} onChange={(event) => setCause(event.target.value as ClosureCause)}>
          {closureCauses.toReversed().map((one) => (
            <option key={one} value={one}>
              {causeWord[one]()}
            </option>
          ))}
        </SelectField>
        <UntilChoice until={until} onChoose={setUntil} />
        <div role="status">
          {courts.length === 0 ? (
            <p className={style.hint}>{m.closure_now_choose()}</p>
          ) : (
            !read.isError && <Told effect={effect} isChanged={state === 'changed'} />
          )}
        </div>
        {refused ? <Callout tone="error" role="alert" title={refused} /> : <ReadFailure read={read} />}
        {!mayClose && <p className={style.hint}>{m.closure_now_ask()}</p>}
        <SheetActions main={<CloseButton effect={courts.length > 0 ? effect : undefined} isBusy={state === 'busy'} />} />
      </form>
    </Sheet>
  )
}

const CloseButton = ({ effect, isBusy }: { effect: EffectAnswer | undefined; isBusy: boolean }) => (
  <StaffButton type="submit" look="danger" busy={isBusy} disabled={!effect}>
    {effect && toldBy(effect) > 0 ? m.closure_now_do({ people: toldBy(effect) }) : m.closure_now_do_none()}
  </StaffButton>
)

/** Who is told, and what goes back to them. */
export function Told({ effect, isChanged }: { effect: EffectAnswer | undefined; isChanged: boolean }) {
  const canText = useCanText()
  return (
    <>
      <p className={style.hint}>
        <b>{effectWord(effect, isChanged)}</b>
      </p>
      {effect && effect.bookings.length > 0 && (
        <ul className="stack gap-2">
          {effect.bookings.slice(0, 6).map((booking) => (
            <li key={booking.holderId}>
              {booking.name}　{booking.court}　{periodWord(booking)}
            </li>
          ))}
          {effect.totals.bookings > 6 && <li aria-hidden>…</li>}
        </ul>
      )}
      {effect && toldBy(effect) > 0 && <p className={style.hint}>{canText ? m.closure_now_hint() : m.closure_now_hint_mail()}</p>}
    </>
  )
}

type Wanted = { facilityId: number | undefined; courts: number[]; cause: ClosureCause; until: Until }

/** The dry run of what is chosen, and the closure as it was seen. */
function useCloseNow({ facilityId, courts, cause, until }: Wanted) {
  const navigate = useNavigate()
  const run = useRunClosure()
  const search = searchOf({
    ...draftOf({ cause }, today()),
    facilities: facilityId === undefined ? [] : [facilityId],
    courts: courts.toSorted(),
    closes: closesAt(until),
  })
  const plan = courts.length > 0 ? planIn(search) : undefined
  const read = useQuery(effectQuery(useApi(), plan))
  const effect = read.data
  const of = JSON.stringify(plan)
  const [kept, keep] = useState<KeptState>({ of, state: 'ready' })
  const state = stateFor(kept, of)
  const setState = (next: KeptState['state']) => keep({ of, state: next })
  const close = async () => {
    if (!plan || !effect || state === 'busy') return
    setState('busy')
    try {
      const said = { reason: usualReason[cause](), words: { tw: '', en: '' } }
      const ran = await run({ plan, cause, choice: 'refund', ...said, fingerprint: effect.fingerprint })
      if (!('id' in ran)) return setState('changed')
      toast('success', m.closure_rain_done())
      await navigate({ to: '/staff/closures', search: { closure: ran.id } })
    } catch (failed) {
      setState({ refused: refusedNow(failed).title })
    }
  }
  const refused = typeof state === 'object' ? state.refused : undefined
  return { read, effect, state, refused, close }
}
