import { m } from '#i18n/generated/messages.js'
import type { MemberAnswer } from '#modules/accounts/wire.ts'
import type { LineBody, PreOrderDetail, RoundAnswer } from '#modules/preorders/wire.ts'
import { useApi } from '#ui/session/use-api.ts'
import { GridSkeleton } from '#ui/availability/grid-skeleton.tsx'
import { Callout } from '#ui/kit/callout.tsx'
import { FormProblem } from '#ui/kit/form-problem.tsx'
import type { Refused } from '#ui/kit/use-submit.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { FormEvent, ReactNode } from 'react'
import { AboutFields } from './about-fields.tsx'
import { DiscardDraft } from './discard-draft.tsx'
import { DocumentFields } from './document-fields.tsx'
import { FacilityChoice } from './facility-choice.tsx'
import { LinesSection } from './lines-section.tsx'
import { LostDates } from './lost-dates.tsx'
import { seasonFacilitiesQuery } from './preorder-queries.ts'
import { missingIn } from './preorder-values.ts'
import style from './preorder-form.module.css'
import { sayStretch } from './preorder-words.ts'
import type { Phase } from './round-moments.ts'
import { SubmitBar } from './submit-bar.tsx'
import { Submitted } from './submitted.tsx'
import { TimeChoice } from './time-choice.tsx'
import { useLinesCheck, type CheckedLines } from './use-lines-check.ts'
import { usePreOrderForm } from './use-preorder-form.ts'
import { useSubmitPreOrder } from './use-submit-preorder.ts'

export type CreateProps = {
  member: MemberAnswer
  /** The draft to continue, or the submitted pre-order to change. */
  opened: PreOrderDetail | undefined
  editing: boolean
  facilityId: string | undefined
  onFacility(id: number): void
  onNumbered(orderNo: string): void
}

type Props = CreateProps & { round: RoundAnswer; phase: Phase }

/** The whole form on one page: facility, times, purpose, documents, submit. */
export function CreateForm({ member, opened, editing, facilityId, onFacility, onNumbered, round, phase }: Props) {
  const { data: facilities } = useQuery(seasonFacilitiesQuery(useApi(), round.id))
  const form = usePreOrderForm({ member, roundId: round.id, detail: opened, editing, onNumbered })
  const { values, change } = form
  const checked = useLinesCheck(values.lines, { orderNo: form.orderNo, roundId: round.id })
  const submit = useSubmitPreOrder(form, round.id, editing)
  const onLines = (next: (lines: LineBody[]) => LineBody[]) => change((before) => ({ lines: next(before.lines) }))
  const facility = facilities?.find(({ id }) => String(id) === facilityId) ?? facilities?.[0]

  if (submit.done) return <Submitted answer={submit.done.answer} lines={submit.done.lines} courtOf={checked.courtOf} editing={editing} />
  return (
    <>
      <FormHeader editing={editing} orderNo={opened?.orderNo} round={round} phase={phase} suspended={checked.suspended} />
      <form
        {...submit.form}
        className="stack gap-8"
        onSubmit={(event: FormEvent<HTMLFormElement>) =>
          phase === 'open' && !checked.suspended ? submit.form.onSubmit(event) : event.preventDefault()
        }
      >
        <Section n={1} id="where" title={m.preorder_step_where()}>
          {facilities ? <FacilityChoice facilities={facilities} chosen={facility?.id} onChoose={onFacility} /> : <GridSkeleton />}
        </Section>
        <Section n={2} id="when" title={m.preorder_step_when()}>
          {facility && <TimeChoice key={facility.id} round={round} facility={facility} lines={values.lines} onLines={onLines} />}
        </Section>
        <Section n={3} id="lines" title={m.preorder_lines()}>
          <LinesSection round={round} lines={values.lines} checked={checked} error={submit.errorAt('lines')} onLines={onLines} />
        </Section>
        <Section n={4} id="about" title={m.preorder_step_about()}>
          <AboutFields values={values} onChange={change} errorAt={submit.errorAt} />
        </Section>
        <Section n={5} id="documents" title={m.preorder_step_documents()}>
          <p className="soft">{m.preorder_documents_hint()}</p>
          <DocumentFields
            round={round}
            missing={opened?.missingKinds ?? []}
            documents={values.documents}
            onChange={(next) => change((before) => ({ documents: next(before.documents) }))}
          />
        </Section>
        <p className="soft">{m.preorder_pay_hint({ days: round.payDays })}</p>
        <FormProblem refused={besidesLines(submit.refused)} />
        <SubmitBar
          round={round}
          phase={phase}
          dates={checked.dates}
          amount={checked.amount}
          missing={missingIn(values)}
          editing={editing}
          saving={form.saving}
          barred={checked.suspended !== undefined}
          busy={submit.busy || !submit.ready}
        />
      </form>
      {form.orderNo && !editing && <DiscardDraft orderNo={form.orderNo} settle={form.settle} onDiscarded={form.forget} />}
      {submit.lost && <Lost submit={submit} lost={submit.lost} courtOf={checked.courtOf} />}
    </>
  )
}

/** Problems of single lines stand beside the lines. */
const besidesLines = (refused: Refused | undefined): Refused | undefined =>
  refused && { ...refused, errors: refused.errors.filter(({ path }) => !path.startsWith('lines')) }

type LostProps = {
  submit: ReturnType<typeof useSubmitPreOrder>
  lost: NonNullable<ReturnType<typeof useSubmitPreOrder>['lost']>
  courtOf: CheckedLines['courtOf']
}

/** Closing the sheet leads to the lines, where the lost dates are marked. */
function Lost({ submit, lost, courtOf }: LostProps) {
  const close = () => {
    submit.closeLost()
    document.getElementById('lines')?.scrollIntoView()
  }
  return <LostDates {...lost} courtOf={courtOf} busy={submit.busy} onAccept={submit.acceptRest} onClose={close} />
}

type HeaderProps = Pick<Props, 'editing' | 'round' | 'phase'> & { orderNo: string | undefined; suspended: CheckedLines['suspended'] }

function FormHeader({ editing, orderNo, round, phase, suspended }: HeaderProps) {
  return (
    <>
      <header className="stack gap-2">
        <h1>{editing ? m.preorder_edit_title({ orderNo: orderNo ?? '' }) : m.preorder_create_title()}</h1>
        <p className={style.phase}>
          <b>{round.name}</b> <span>{sayStretch(round.seasonFrom, round.seasonTo)}</span>
        </p>
        {phase === 'view-only' && <p className="soft">{m.preorder_phase_view_text()}</p>}
      </header>
      {suspended && (
        <Callout tone="error" role="status" title={suspended.title} action={<Link to="/member/violation">{m.violation_see()}</Link>} />
      )}
    </>
  )
}

function Section({ n, id, title, children }: { n: number; id: string; title: string; children: ReactNode }) {
  return (
    <section id={id} className={style.section} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>
        <span aria-hidden>{n}</span>
        {title}
      </h2>
      {children}
    </section>
  )
}
