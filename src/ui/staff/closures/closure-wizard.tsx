import { ApiProblem } from '#client/api-problem.ts'
import { m } from '#i18n/generated/messages.js'
import { dataLocales } from '#i18n/languages.ts'
import type { EffectAnswer, RunBody } from '#modules/closures/closure-wire.ts'
import { useApi } from '#ui/session/use-api.ts'
import type { ClosureChoice } from '#modules/closures/rules.ts'
import { RadioChips } from '#ui/kit/radio-chips.tsx'
import { Callout } from '#ui/kit/callout.tsx'
import { toast } from '#ui/kit/toast.tsx'
import { AskSheet } from '#ui/staff/kit/ask-sheet.tsx'
import { FieldErrorsProvider, focusField } from '#ui/staff/kit/fields.tsx'
import { StaffButton } from '#ui/staff/kit/staff-button.tsx'
import { Panel, StaffPage } from '#ui/staff/kit/staff-page.tsx'
import { today } from '#ui/staff/kit/today.ts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState, type FormEvent } from 'react'
import { closuresQuery, effectQuery } from './closures-queries.ts'
import { draftOf, planIn, searchOf, type ClosuresSearch } from './closures-search.ts'
import { byPath, runWords, toldBy, usualReason } from './closures-words.ts'
import style from './closures.module.css'
import { EffectRows, EffectView } from './effect-view.tsx'
import { PlanForm } from './plan-form.tsx'
import { useRunClosure } from './use-run-closure.ts'
import { WordsFields, type SaidWords } from './words-fields.tsx'

/** Where and when; what would happen; the words; run. The plan is in the address, so the dry run can be sent to a colleague. */
export function ClosureWizard({ search }: { search: ClosuresSearch }) {
  const api = useApi()
  const navigate = useNavigate()
  const { data: list } = useQuery(closuresQuery(api, {}))
  const [draft, setDraft] = useState(() => draftOf(search, today()))
  const [missing, setMissing] = useState(false)
  const plan = planIn(search)
  const tried = useQuery(effectQuery(api, plan))
  const refused = tried.error instanceof ApiProblem ? tried.error : undefined
  const isTried = plan !== undefined && JSON.stringify(searchOf(draft)) === JSON.stringify(searchOf(draftOf(search, today())))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setMissing(draft.facilities.length === 0)
    if (draft.facilities.length === 0) return focusField('facilities')
    if (isTried) void tried.refetch()
    else void navigate({ to: '/staff/closures', search: searchOf(draft), replace: plan !== undefined, resetScroll: false })
  }
  const errors = missing ? [{ path: 'facilities', message: m.closure_facility_missing() }] : (refused?.errors ?? [])
  return (
    <StaffPage
      title={m.closure_wizard_title()}
      lead={m.closure_wizard_lead()}
      back={{ to: '/staff/closures', label: m.closure_page_back() }}
    >
      <Panel title={m.closure_step_where()}>
        <FieldErrorsProvider value={byPath(errors)}>
          <form className="stack gap-4" noValidate onSubmit={submit}>
            <PlanForm draft={draft} facilities={list?.facilities ?? []} onChange={(next) => (setMissing(false), setDraft(next))} />
            {refused && errors.length === 0 && <Callout tone="error" title={refused.title || m.error_request_failed()} role="alert" />}
            <div className="cluster middle">
              <StaffButton type="submit" look={isTried && tried.data ? 'secondary' : 'primary'} busy={tried.isFetching}>
                {isTried && tried.data ? m.closure_try_again() : m.closure_try()}
              </StaffButton>
            </div>
          </form>
        </FieldErrorsProvider>
      </Panel>
      {plan && isTried && tried.data && <EffectStep key={JSON.stringify(plan)} plan={plan} cause={draft.cause} effect={tried.data} />}
    </StaffPage>
  )
}

type StepProps = { plan: RunBody['plan']; cause: RunBody['cause']; effect: EffectAnswer }

function EffectStep({ plan, cause, effect }: StepProps) {
  const navigate = useNavigate()
  const [said, setSaid] = useState<SaidWords>(() => ({ reason: usualReason[cause](), words: { tw: '', en: '' } }))
  const [choice, setChoice] = useState<ClosureChoice>('refund')
  const [before, setBefore] = useState<EffectAnswer>()
  const [isAsking, setAsking] = useState(false)
  const [missing, setMissing] = useState<{ path: string; message: string }[]>([])
  const runClosure = useRunClosure()
  const run = async () => {
    const ran = await runClosure({ plan, cause, choice, ...said, fingerprint: effect.fingerprint })
    if ('changed' in ran) return setBefore(effect)
    toast('success', m.closure_started())
    await navigate({ to: '/staff/closures', search: { closure: ran.id } })
  }
  const ask = () => {
    const empty = dataLocales.filter((language) => said.reason[language].trim() === '')
    setMissing(empty.map((language) => ({ path: `reason.${language}`, message: m.field_required() })))
    setAsking(empty.length === 0)
  }
  const { totals } = effect
  const sample = choice === 'offer' ? effect.bookings.find(({ instead }) => instead !== null) : undefined
  return (
    <Panel title={m.closure_step_effect()}>
      <EffectView effect={effect} before={before} choice={choice} />
      {totals.bookings > 0 && <ChoiceField choice={choice} onChange={setChoice} />}
      <FieldErrorsProvider value={byPath(missing)}>
        <WordsFields
          facility={sample?.venue1stId ?? plan.facilities[0]!}
          sample={sample}
          said={said}
          onChange={(next) => (setMissing([]), setSaid(next))}
        />
      </FieldErrorsProvider>
      <div className="cluster middle">
        <StaffButton look="danger" onClick={ask} data-sends>
          {runWord(effect)}
        </StaffButton>
      </div>
      <EffectRows effect={effect} before={before} />
      {isAsking && <RunSheet effect={effect} choice={choice} onRun={run} onClose={() => setAsking(false)} />}
    </Panel>
  )
}

/** What whoever is affected gets. */
function ChoiceField({ choice, onChange }: { choice: ClosureChoice; onChange(choice: ClosureChoice): void }) {
  return (
    <div className={style.choice}>
      <h3>{m.closure_choice()}</h3>
      <RadioChips
        legend={m.closure_choice()}
        value={choice}
        onChange={(chosen) => onChange(chosen)}
        options={[
          { value: 'refund', label: m.closure_choose_refund() },
          { value: 'offer', label: m.closure_choice_offer() },
        ]}
      />
      <p className={style.hint}>{choice === 'offer' ? m.closure_choice_offer_hint() : m.closure_choice_refund()}</p>
    </div>
  )
}

const runWord = (effect: EffectAnswer): string => (toldBy(effect) > 0 ? m.closure_run() : m.closure_run_none())

type RunProps = { effect: EffectAnswer; choice: ClosureChoice; onRun(): Promise<void>; onClose(): void }

/** Says once more what will happen. */
function RunSheet({ effect, choice, onRun, onClose }: RunProps) {
  return (
    <AskSheet
      title={m.closure_run_title()}
      effects={runWords(effect, choice)}
      confirmLabel={runWord(effect)}
      isDangerous
      onSend={onRun}
      onClose={onClose}
    />
  )
}
