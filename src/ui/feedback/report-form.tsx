import { m } from '#i18n/generated/messages.js'
import { longest, type ReportKind, waterKinds, type WaterKind } from '#modules/feedback/rules.ts'
import type { TicketAnswer } from '#modules/feedback/wire.ts'
import { MobileCode } from '#ui/accounts/mobile-code.tsx'
import { Button } from '#ui/kit/button.tsx'
import { TextArea, TextField, SelectField } from '#ui/kit/field.tsx'
import { FormProblem } from '#ui/kit/form-problem.tsx'
import { isLoggedIn, useViewer } from '#ui/session/viewer.ts'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { FeedbackSection } from './feedback-page.tsx'
import { PhotoField } from './photo-field.tsx'
import style from './report-page.module.css'
import type { ReportDraft } from './report-draft.ts'
import { type Place, courtOptionsQuery, facilityOptionsQuery } from './report-queries.ts'
import { useReport } from './use-report.ts'
import { RadioCard } from '#ui/kit/radio-card.tsx'
import { waterWord } from './report-words.ts'
import { useApi } from '#ui/session/use-api.ts'
import { useQuery } from '@tanstack/react-query'

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

type WaterChoiceProps = { value: WaterKind | ''; onChange(kind: WaterKind): void; error: string | undefined }

function WaterChoice({ value, onChange, error }: WaterChoiceProps) {
  return (
    <fieldset
      role="radiogroup"
      aria-invalid={error ? true : undefined}
      tabIndex={error ? -1 : undefined}
      className={style.kinds}
      aria-describedby={error ? 'report-kind-error' : undefined}
    >
      <legend>{m.water_kind()}</legend>
      {waterKinds.map((kind, n) => (
        <RadioCard
          key={kind}
          className={style.kind}
          name="kind"
          id={n === 0 ? 'report-kind' : undefined}
          value={kind}
          checked={value === kind}
          onChange={() => onChange(kind)}
        >
          <span>{waterWord[kind]()}</span>
        </RadioCard>
      ))}
      {error && (
        <p id="report-kind-error" className={style.wrong} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  )
}

type WhereFieldsProps = {
  facilityId: number
  courtId: number
  /** The court was given by the scanned sign. */
  scanned: boolean
  onChange(place: { facilityId: number; courtId: number }): void
  errorAt(path: string): string | undefined
}

/** Facility, and optionally one of its courts. */
function WhereFields({ facilityId, courtId, scanned, onChange, errorAt }: WhereFieldsProps) {
  const api = useApi()
  const facilities = useQuery(facilityOptionsQuery(api)).data ?? []
  const courts = useQuery(courtOptionsQuery(api, facilityId)).data ?? []
  return (
    <>
      <SelectField
        id="report-venue1stId"
        name="venue1stId"
        label={m.feedback_facility()}
        error={errorAt('venue1stId')}
        value={facilityId || ''}
        onChange={({ target }) => onChange({ facilityId: Number(target.value), courtId: 0 })}
      >
        <option value="">{m.feedback_facility_choose()}</option>
        {facilities.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      <SelectField
        id="report-venue2ndId"
        name="venue2ndId"
        label={m.feedback_court()}
        hint={scanned ? m.feedback_court_scanned() : undefined}
        error={errorAt('venue2ndId')}
        optional
        disabled={facilityId === 0}
        value={courtId || ''}
        onChange={({ target }) => onChange({ facilityId, courtId: Number(target.value) })}
      >
        <option value="">{m.feedback_court_any()}</option>
        {courts.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
    </>
  )
}
