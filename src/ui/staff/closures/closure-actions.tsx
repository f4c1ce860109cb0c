import { formatMoment } from '#i18n/dates.ts'
import { m } from '#i18n/generated/messages.js'
import { getLocale } from '#i18n/generated/runtime.js'
import type { ClosureAnswer, LiftedAnswer } from '#modules/closures/closure-wire.ts'
import { useCanText } from '#ui/session/viewer.ts'
import { FormProblem } from '#ui/kit/form-problem.tsx'
import { Sheet, SheetActions } from '#ui/kit/sheet.tsx'
import { useSubmit } from '#ui/kit/use-submit.ts'
import { AskSheet } from '#ui/staff/kit/ask-sheet.tsx'
import { FieldErrorsProvider } from '#ui/staff/kit/fields.tsx'
import { StaffButton } from '#ui/staff/kit/staff-button.tsx'
import { Panel } from '#ui/staff/kit/staff-page.tsx'
import { usePressCall, useStaffCall } from '#ui/staff/kit/use-staff-call.ts'
import { useState } from 'react'
import { closuresKey } from './closures-queries.ts'
import { byPath, liftedWords, liftEffects } from './closures-words.ts'
import style from './closures.module.css'
import { WordsFields } from './words-fields.tsx'

const useClosureCall = () => useStaffCall([closuresKey])

/** Reopen early, or withdraw it before it begins; and change the words. The desk opens again what it has closed itself. */
export function ClosureActions({ closure, mayClose }: { closure: ClosureAnswer; mayClose: boolean }) {
  const [open, setOpen] = useState<'lift' | 'words'>()
  const close = () => setOpen(undefined)
  if (closure.state === 'lifted' || closure.isOver || !(mayClose || closure.isOwn)) return null
  return (
    <>
      {mayClose && <StaffButton onClick={() => setOpen('words')}>{m.closure_words_edit()}</StaffButton>}
      <StaffButton icon="restore" onClick={() => setOpen('lift')}>
        {closure.isAhead ? m.closure_withdraw() : m.closure_lift()}
      </StaffButton>
      {open === 'words' && <WordsSheet closure={closure} onClose={close} />}
      {open === 'lift' && <LiftSheet closure={closure} onClose={close} />}
    </>
  )
}

type LiftProps = {
  closure: ClosureAnswer
  /** Only this one of several. */ facility?: ClosureAnswer['facilities'][number]
  onClose(): void
}

function LiftSheet({ closure, facility, onClose }: LiftProps) {
  const call = useClosureCall()
  const isWithdrawn = closure.isAhead && facility === undefined
  const canText = useCanText()
  return (
    <AskSheet
      title={isWithdrawn ? m.closure_withdraw_title() : m.closure_lift_title()}
      effects={[...(facility ? [facility.name] : []), ...liftEffects(closure, { isWithdrawn, facility, canText })]}
      confirmLabel={isWithdrawn ? m.closure_withdraw() : m.closure_lift_do()}
      onClose={onClose}
      onSend={() =>
        call<LiftedAnswer>(
          '/api/Staff/Closure/Lift',
          { id: closure.id, venue1stId: facility?.venue1stId },
          { done: (lifted) => liftedWords(lifted, isWithdrawn) },
        )
      }
    />
  )
}

/** Facilities that were closed in one run, each of which can be opened again by itself. */
export function ClosedFacilities({ closure, mayClose }: { closure: ClosureAnswer; mayClose: boolean }) {
  const [lifting, setLifting] = useState<ClosureAnswer['facilities'][number]>()
  const mayLift = mayClose && closure.state !== 'lifted' && !closure.isOver
  return (
    <Panel title={m.closure_facilities()}>
      <ul className="stack gap-2">
        {closure.facilities.map((facility) => (
          <li key={facility.venue1stId} className={style.rained}>
            <div>
              <strong>{facility.name}</strong>
              <p>
                {facility.liftedAt === null
                  ? m.closure_facility_closed()
                  : m.closure_facility_opened({ moment: formatMoment(new Date(facility.liftedAt), getLocale()) })}
              </p>
            </div>
            {mayLift && facility.liftedAt === null && (
              <StaffButton onClick={() => setLifting(facility)}>{m.closure_lift_one({ name: facility.name })}</StaffButton>
            )}
          </li>
        ))}
      </ul>
      {lifting && <LiftSheet closure={closure} facility={lifting} onClose={() => setLifting(undefined)} />}
    </Panel>
  )
}

export function RetryButton({ id }: { id: string }) {
  const { call, busy } = usePressCall([closuresKey])
  return (
    <StaffButton busy={busy} onClick={() => void call('/api/Staff/Closure/Retry', { id })}>
      {m.closure_retry()}
    </StaffButton>
  )
}

function WordsSheet({ closure, onClose }: { closure: ClosureAnswer; onClose(): void }) {
  const call = useClosureCall()
  const [said, setSaid] = useState({ reason: closure.reason, words: closure.words })
  // The words of the moment at which the sheet was opened are the ones that are changed.
  const [version] = useState(closure.version)
  const { busy, refused, form } = useSubmit(async () => {
    await call('/api/Staff/Closure/Words', { id: closure.id, version, ...said }, m.closure_words_saved())
    onClose()
  })
  return (
    <Sheet open title={m.closure_words_edit()} onClose={onClose}>
      <FieldErrorsProvider value={byPath(refused?.errors ?? [])}>
        <form className="stack gap-4" {...form}>
          <WordsFields facility={closure.facilities[0]!.venue1stId} said={said} onChange={setSaid} />
          <p className={style.hint}>{m.closure_words_hint()}</p>
          <FormProblem refused={refused}>
            {refused?.code === 'closure_words_changed' && <p>{`${closure.reason.tw} / ${closure.reason.en}`}</p>}
          </FormProblem>
          <SheetActions
            main={
              <StaffButton type="submit" look="primary" busy={busy}>
                {m.closure_words_save()}
              </StaffButton>
            }
          />
        </form>
      </FieldErrorsProvider>
    </Sheet>
  )
}
