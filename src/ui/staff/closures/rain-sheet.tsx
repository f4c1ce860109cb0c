import { m } from '#i18n/generated/messages.js'
import { minuteOf, timeFrom } from '#lib/zone.ts'
import type { ClosureListAnswer, EffectAnswer } from '#modules/closures/closure-wire.ts'
import { useApi } from '#ui/session/use-api.ts'
import { useCanText } from '#ui/session/viewer.ts'
import { SegmentedControl } from '#ui/kit/segmented-control.tsx'
import { Sheet } from '#ui/kit/sheet.tsx'
import { ReadFailure } from '#ui/staff/kit/read-failure.tsx'
import { StaffButton, StaffButtonLink } from '#ui/staff/kit/staff-button.tsx'
import { today } from '#ui/staff/kit/today.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { effectQuery } from './closures-queries.ts'
import { draftOf, planIn, searchOf } from './closures-search.ts'
import { effectWord, usualReason } from './closures-words.ts'
import style from './closures.module.css'
import { useOneCall } from '#ui/staff/kit/use-staff-call.ts'
import { useRunClosure, type Ran } from './use-run-closure.ts'

const options = ['rest', '2', '4'] as const
export type Until = (typeof options)[number]

const untilWord = (until: Until) => (until === 'rest' ? m.closure_rain_rest() : m.closure_rain_hours({ hours: until }))

export function UntilChoice({ until, onChoose }: { until: Until; onChoose(until: Until): void }) {
  return (
    <SegmentedControl
      legend={m.closure_rain_until()}
      value={until}
      onChange={onChoose}
      options={options.map((value) => ({ value, label: untilWord(value) }))}
    />
  )
}

/** The way to close outdoor courts in the rain: all together or each, with what would happen and a button that does it. */
export function RainSheet({ facilities, onClose }: { facilities: ClosureListAnswer['facilities']; onClose(): void }) {
  const [until, setUntil] = useState<Until>('rest')
  const outdoor = facilities.filter((facility) => facility.outdoor)
  return (
    <Sheet open title={m.closure_rain_title()} onClose={onClose}>
      <div className="stack gap-4">
        <UntilChoice until={until} onChoose={setUntil} />
        <p className={style.hint}>{useCanText() ? m.closure_rain_hint() : m.closure_rain_hint_mail()}</p>
        {outdoor.length === 0 && <p>{m.closure_none_outdoor()}</p>}
        <ul className="stack gap-2">
          {outdoor.length > 1 && (
            <RainedOff
              key={`all ${until}`}
              name={m.closure_rain_all()}
              facilities={idsOf(outdoor)}
              closes={closesAt(until)}
              onLeave={onClose}
            />
          )}
          {outdoor.map((facility) => (
            <RainedOff
              key={`${facility.venue1stId} ${until}`}
              name={facility.name}
              facilities={idsOf([facility])}
              closes={closesAt(until)}
              onLeave={onClose}
            />
          ))}
        </ul>
      </div>
    </Sheet>
  )
}

const idsOf = (some: ClosureListAnswer['facilities']) => some.map(({ venue1stId }) => venue1stId)

type RainedOffProps = { name: string; facilities: number[]; closes: string; onLeave(): void }

/** One facility, or all: what its closure would do; closed by one press, if that is still true then. */
function RainedOff({ name, facilities, closes, onLeave }: RainedOffProps) {
  const search = searchOf({ ...draftOf({ cause: 'weather' }, today()), facilities, closes })
  const plan = planIn(search)!
  const read = useQuery(effectQuery(useApi(), plan))
  const effect = read.data
  const run = useRunClosure()
  const { once, busy, refused } = useOneCall()
  const [ran, setRan] = useState<Ran>()
  const close = ({ fingerprint }: EffectAnswer) =>
    once(async () => {
      const said = { reason: usualReason.weather(), words: { tw: '', en: '' } }
      setRan(await run({ plan, cause: 'weather', choice: 'refund', ...said, fingerprint }))
    })
  const done = ran && 'id' in ran ? ran : undefined
  return (
    <li className={style.rained}>
      <div>
        <strong>{name}</strong>
        {!read.isError && <p role="status">{done ? m.closure_rain_done() : (refused?.title ?? effectWord(effect, ran !== undefined))}</p>}
        <ReadFailure read={read} />
      </div>
      <div className="cluster middle">
        <StaffButtonLink to="/staff/closures" search={done ? { closure: done.id } : search} look="quiet" onClick={onLeave}>
          {done ? m.closure_rain_report() : m.closure_rain_look()}
        </StaffButtonLink>
        {!done && (
          <StaffButton look="danger" busy={busy} disabled={!effect} onClick={() => effect && void close(effect)}>
            {m.closure_rain_close({ name })}
          </StaffButton>
        )}
      </div>
    </li>
  )
}

/** The next full hour so many hours from now, today. */
export function closesAt(until: Until): string {
  if (until === 'rest') return '24:00'
  return timeFrom(Math.min(24 * 60, (Math.ceil(minuteOf(new Date()) / 60) + Number(until)) * 60))
}
