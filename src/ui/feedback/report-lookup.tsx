import { m } from '#i18n/generated/messages.js'
import { ticketFrom } from '#modules/feedback/rules.ts'
import type { LookupAnswer } from '#modules/feedback/wire.ts'
import { useApi } from '#ui/session/use-api.ts'
import { MobileCode, type CodeSent } from '#ui/accounts/mobile-code.tsx'
import { Button } from '#ui/kit/button.tsx'
import { TextField } from '#ui/kit/field.tsx'
import { FormProblem } from '#ui/kit/form-problem.tsx'
import { useSubmit } from '#ui/kit/use-submit.ts'
import { useState } from 'react'
import { FeedbackSection } from './feedback-page.tsx'
import { ReportDetails, ReportLine } from './report-card.tsx'
import style from './report-page.module.css'

/** Finds a visitor's report by its number and the mobile that was given. */
export function ReportLookup() {
  const api = useApi()
  const [mobile, setMobile] = useState('')
  const [smsCode, setSmsCode] = useState('')
  const [sent, setSent] = useState<CodeSent>()
  const [found, setFound] = useState<LookupAnswer>()
  const { form, busy, refused, errorAt } = useSubmit(
    async (data) => {
      setFound(undefined)
      setFound(await api.post<LookupAnswer>('/api/Report/Lookup', { ticketNo: String(data.get('ticketNo')), mobile, smsCode }))
      setSmsCode('')
    },
    {
      check: (data) => (ticketFrom(String(data.get('ticketNo'))) ? [] : [{ path: 'ticketNo', message: m.field_ticket_no() }]),
    },
  )
  return (
    <section className={style.section} aria-labelledby="lookup-title">
      <details className={style.report} open={found !== undefined || undefined}>
        <summary>
          <h2 id="lookup-title">{m.feedback_lookup()}</h2>
        </summary>
        <form className="stack gap-5" {...form}>
          <p className="soft">{m.feedback_lookup_lead()}</p>
          <TicketField error={errorAt('ticketNo')} />
          <MobileCode
            to="/api/AccountMember/SendSms"
            idPrefix="lookup"
            mobile={mobile}
            onMobile={setMobile}
            code={smsCode}
            onCode={setSmsCode}
            sent={sent}
            onSent={setSent}
            errorAt={errorAt}
          />
          <FormProblem refused={refused} says={{ not_found: m.feedback_lookup_none }} />
          <Button type="submit" look="secondary" wide busy={busy}>
            {m.feedback_lookup_submit()}
          </Button>
        </form>
      </details>
      <div role="status">
        {found && (
          <FeedbackSection>
            <ReportLine report={found.report} />
            <ReportDetails report={found.report} own={false} />
          </FeedbackSection>
        )}
      </div>
    </section>
  )
}

function TicketField({ error }: { error: string | undefined }) {
  return (
    <TextField
      id="lookup-ticketNo"
      name="ticketNo"
      label={m.feedback_lookup_ticket()}
      error={error}
      autoComplete="off"
      autoCapitalize="characters"
      placeholder="R-1042"
      maxLength={20}
    />
  )
}
