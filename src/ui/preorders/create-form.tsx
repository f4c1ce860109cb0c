import { m } from '#i18n/generated/messages.js'
import type { MemberAnswer } from '#modules/accounts/wire.ts'
import type { LineBody, PreOrderDetail, RoundAnswer, SubmittedAnswer } from '#modules/preorders/wire.ts'
import { useApi } from '#ui/session/use-api.ts'
import { GridSkeleton } from '#ui/availability/grid-skeleton.tsx'
import { Callout } from '#ui/kit/callout.tsx'
import { FormProblem } from '#ui/kit/form-problem.tsx'
import type { Refused } from '#ui/kit/use-submit.ts'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { type FormEvent, type ReactNode, useEffect, useRef } from 'react'
import { AboutFields } from './about-fields.tsx'
import { DocumentFields } from './document-fields.tsx'
import { FacilityChoice } from './facility-choice.tsx'
import { LinesSection } from './lines-section.tsx'
import { seasonFacilitiesQuery, usePreOrdersChanged } from './preorder-queries.ts'
import { missingIn } from './preorder-values.ts'
import style from './preorder-form.module.css'
import { sayStretch } from './preorder-words.ts'
import type { Phase } from './round-moments.ts'
import { SubmitBar } from './submit-bar.tsx'
import { TimeChoice } from './time-choice.tsx'
import { useLinesCheck, type CheckedLines } from './use-lines-check.ts'
import { usePreOrderForm } from './use-preorder-form.ts'
import { useSubmitPreOrder } from './use-submit-preorder.ts'
import { ConfirmButton } from '#ui/kit/confirm-button.tsx'
import { toast } from '#ui/kit/toast.tsx'
import { Button, ButtonLink } from '#ui/kit/button.tsx'
import { Sheet, SheetActions } from '#ui/kit/sheet.tsx'
import { OutcomeDates } from './outcome-dates.tsx'
import { refusedOfLines, type LineOutcome } from './season-model.ts'
import { formatMoney } from '#i18n/money.ts'

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
        className={style.form}
        onSubmit={(event: FormEvent<HTMLFormElement>) =>
          phase === 'open' && !checked.suspended ? submit.form.onSubmit(event) : event.preventDefault()
        }
      >
        <div className={`does ${style.choose}`}>
          <Section n={1} id="where" title={m.preorder_step_where()}>
            {facilities ? <FacilityChoice facilities={facilities} chosen={facility?.id} onChoose={onFacility} /> : <GridSkeleton />}
          </Section>
          <Section n={2} id="when" title={m.preorder_step_when()}>
            {facility && <TimeChoice key={facility.id} round={round} facility={facility} lines={values.lines} onLines={onLines} />}
          </Section>
        </div>
        <Section n={3} id="lines" title={m.preorder_lines()}>
          <LinesSection round={round} lines={values.lines} checked={checked} error={submit.errorAt('lines')} onLines={onLines} />
        </Section>
        <AboutSections round={round} opened={opened} form={form} submit={submit} />
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

type AboutProps = Pick<Props, 'round' | 'opened'> & {
  form: ReturnType<typeof usePreOrderForm>
  submit: ReturnType<typeof useSubmitPreOrder>
}

/** Purpose and documents. */
function AboutSections({ round, opened, form: { values, change }, submit }: AboutProps) {
  return (
    <div className={`does ${style.about}`}>
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
    </div>
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

type DiscardDraftProps = { orderNo: string; settle(): Promise<unknown>; onDiscarded(): void }

/** Deletes a draft: for the API, cancelling it. */
function DiscardDraft({ orderNo, settle, onDiscarded }: DiscardDraftProps) {
  const api = useApi()
  const navigate = useNavigate()
  const changed = usePreOrdersChanged()
  async function discard(): Promise<void> {
    await settle()
    await api.post('/api/PreOrder/Community/Cancel', { orderNo })
    onDiscarded()
    await navigate({ to: '/member/order/schedule' })
    toast('success', m.preorder_discarded())
    await changed()
  }
  return (
    <ConfirmButton
      label={m.preorder_discard()}
      title={m.preorder_discard_title()}
      confirmLabel={m.preorder_discard_sure()}
      cancelLabel={m.preorder_keep()}
      onConfirm={discard}
    >
      <p>{m.preorder_discard_text()}</p>
    </ConfirmButton>
  )
}

type LostDatesProps = {
  lines: LineBody[]
  /** Outcome by line, from the refusal. */
  outcome: LineOutcome[]
  courtOf(venue2ndId: number): string
  busy: boolean
  onAccept(): void
  onClose(): void
}

/**
 * Sheet after a refused submission, most often because others were faster: submit the remaining dates, or change something.
 * Nothing is reserved yet.
 */
function LostDates({ lines, outcome, courtOf, busy, onAccept, onClose }: LostDatesProps) {
  const { refused, rest } = refusedOfLines(lines, outcome)
  const faster = refused.every(({ why }) => why === 'taken')
  const title = faster ? m.preorder_lost_title({ count: refused.length }) : m.preorder_dates_lost({ count: refused.length })
  return (
    <Sheet open title={title} onClose={onClose}>
      <div className="stack gap-5">
        <p className="soft">{rest > 0 ? m.preorder_lost_text() : m.preorder_lost_all_text()}</p>
        <OutcomeDates lines={lines} outcome={outcome} courtOf={courtOf} heldWord={m.preorder_held_dates()} />
        <SheetActions
          main={
            rest > 0 && (
              <Button busy={busy} onClick={onAccept}>
                {m.preorder_accept_rest({ count: rest })}
              </Button>
            )
          }
        >
          <Button look="secondary" onClick={onClose}>
            {m.preorder_change_lines()}
          </Button>
        </SheetActions>
      </div>
    </Sheet>
  )
}

type SubmittedProps = { answer: SubmittedAnswer; lines: LineBody[]; courtOf(venue2ndId: number): string; editing: boolean }

/** Confirmation: which dates are registered, and which are not and why. */
function Submitted({ answer: { orderNo, amount, lines: outcome }, lines, courtOf, editing }: SubmittedProps) {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    title.current?.focus()
    scrollTo({ top: 0 })
  }, [])
  const held = outcome.reduce((sum, one) => sum + one.held.length, 0)
  const refused = outcome.reduce((sum, one) => sum + one.refused.length, 0)
  return (
    <div className="stack gap-6">
      <div className="stack gap-2">
        <h1 ref={title} tabIndex={-1}>
          {editing ? m.preorder_changed_title() : m.preorder_submitted_title()}
        </h1>
        <p className="soft">{m.preorder_submitted_text({ orderNo, count: held, amount: formatMoney(amount) })}</p>
      </div>
      {refused > 0 && <Callout tone="due" title={m.preorder_submitted_without({ count: refused })} />}
      <section className={style.panel} aria-labelledby="submitted-lines">
        <h2 id="submitted-lines">{m.preorder_lines()}</h2>
        <OutcomeDates lines={lines} outcome={outcome} courtOf={courtOf} heldWord={m.preorder_held_dates()} />
      </section>
      <ButtonLink to="/member/order/schedule/$id" params={{ id: orderNo }} wide>
        {m.preorder_see()}
      </ButtonLink>
      <ButtonLink to="/member/order/schedule" look="quiet" wide>
        {m.preorder_back()}
      </ButtonLink>
    </div>
  )
}
