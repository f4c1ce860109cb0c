import { m } from '#i18n/generated/messages.js'
import { longest, type ReportKind } from '#modules/feedback/rules.ts'
import type { TicketAnswer } from '#modules/feedback/wire.ts'
import { MobileCode } from '#ui/accounts/mobile-code.tsx'
import { Button } from '#ui/kit/button.tsx'
import { TextArea, TextField } from '#ui/kit/field.tsx'
import { FormProblem } from '#ui/kit/form-problem.tsx'
import { isLoggedIn, useViewer } from '#ui/session/viewer.ts'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { FeedbackSection } from './feedback-page.tsx'
import { PhotoField } from './photo-field.tsx'
import style from './report-page.module.css'
import type { ReportDraft } from './report-draft.ts'
import type { Place } from './report-queries.ts'
import { useReport } from './use-report.ts'
import { WaterChoice } from './water-choice.tsx'
import { WhereFields } from './where-fields.tsx'

type Props = { kind: ReportKind; place: Place | null; onDone(ticket: TicketAnswer): void }

/** Report of a fault or a water leak: place, description, photos and contact. A visitor has to prove a mobile. */
export function ReportForm({ kind, place, onDone }: Props) {
  const isMember = isLoggedIn(useViewer())
  const report = useReport(kind, place, onDone)
  const { draft, form, busy, refused, errorAt, noteBusy } = report
  const { values, change } = draft
  const isRepair = kind === 'repair'
  return (
    <form className="stack gap-5" {...form}>
      <Section id="where" title={m.feedback_where()}>
        <WhereFields
          facilityId={values.facilityId}
          courtId={values.courtId}
          scanned={place !== null && place.courtId === values.courtId}
          onChange={change}
          errorAt={errorAt}
        />
      </Section>
      <Section id="what" title={isRepair ? m.repair_what() : m.water_what()}>
        <DescriptionFields kind={kind} values={values} onChange={change} errorAt={errorAt} />
        <PhotoField uploaded={values.photos} setUploaded={draft.setPhotos} error={errorAt('photoIds')} onBusy={noteBusy} />
      </Section>
      <Section id="contact" title={m.feedback_contact()}>
        <ContactFields isRepair={isRepair} isMember={isMember} report={report} />
      </Section>
      <div className="stack">
        <FormProblem refused={refused} />
        <Button type="submit" wide busy={busy}>
          {isRepair ? m.repair_submit() : m.water_submit()}
        </Button>
      </div>
    </form>
  )
}

type DescriptionProps = {
  kind: ReportKind
  values: ReportDraft
  onChange(patch: Partial<ReportDraft>): void
  errorAt(path: string): string | undefined
}

function DescriptionFields({ kind, values, onChange: change, errorAt }: DescriptionProps) {
  const isRepair = kind === 'repair'
  return (
    <>
      {isRepair ? (
        <TextField
          id="report-title"
          name="title"
          label={m.repair_subject()}
          hint={m.repair_subject_hint()}
          error={errorAt('title')}
          maxLength={longest.title}
          autoComplete="off"
          value={values.title}
          onChange={({ target }) => change({ title: target.value })}
        />
      ) : (
        <WaterChoice value={values.kind} onChange={(water) => change({ kind: water })} error={errorAt('kind')} />
      )}
      <TextArea
        id="report-description"
        name="description"
        label={isRepair ? m.repair_text() : m.water_text()}
        hint={isRepair ? m.repair_text_hint() : m.water_text_hint()}
        error={errorAt('description')}
        rows={4}
        maxLength={longest.description}
        value={values.description}
        onChange={({ target }) => change({ description: target.value })}
      />
    </>
  )
}

type Report = ReturnType<typeof useReport>

/** Name and phone of a member; a visitor has to prove a mobile. */
function ContactFields({ isRepair, isMember, report }: { isRepair: boolean; isMember: boolean; report: Report }) {
  const { draft, errorAt } = report
  const { values, change } = draft
  return (
    <>
      {isRepair && (
        <TextField
          id="report-contactName"
          name="contactName"
          label={m.feedback_contact_name()}
          error={errorAt('contactName')}
          maxLength={longest.contactName}
          autoComplete="name"
          value={values.contactName}
          onChange={({ target }) => change({ contactName: target.value })}
        />
      )}
      {isMember ? (
        <TextField
          id="report-contactPhone"
          name="contactPhone"
          type="tel"
          label={m.feedback_contact_phone()}
          error={errorAt('contactPhone')}
          maxLength={longest.contactPhone}
          autoComplete="tel"
          optional={!isRepair}
          value={values.contactPhone}
          onChange={({ target }) => change({ contactPhone: target.value })}
        />
      ) : (
        <VisitorMobile {...report} isRepair={isRepair} />
      )}
    </>
  )
}

function VisitorMobile({ isRepair, draft, smsCode, setSmsCode, errorAt }: Report & { isRepair: boolean }) {
  const { values, change } = draft
  return (
    <>
      <p className="soft">{m.feedback_phone_lead()}</p>
      <MobileCode
        to="/api/AccountMember/SendSms"
        idPrefix="report"
        mobile={values.mobile}
        onMobile={(mobile) => change({ mobile })}
        code={smsCode}
        onCode={setSmsCode}
        sent={values.codeSent}
        onSent={(codeSent) => change({ codeSent })}
        errorAt={errorAt}
      />
      <p className="soft">
        {m.feedback_member_login()}{' '}
        <Link to="/login" search={{ redirect: isRepair ? '/repair' : '/water' }} className={style.login} onClick={draft.handOver}>
          {m.feedback_login()}
        </Link>
      </p>
    </>
  )
}

function Section({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <FeedbackSection aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{title}</h2>
      {children}
    </FeedbackSection>
  )
}
