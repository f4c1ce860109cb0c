import { formatMoment } from '#i18n/dates.ts'
import { m } from '#i18n/generated/messages.js'
import { getLocale } from '#i18n/generated/runtime.js'
import { say } from '#i18n/words.ts'
import { languageWord } from '#ui/kit/data-languages.ts'
import type { StaffReportAnswer } from '#modules/feedback/wire.ts'
import { isClosingCourt, longest, type CourtChoice, type ReportState } from '#modules/feedback/rules.ts'
import { TextBox } from '#ui/kit/control.tsx'
import { useApi } from '#ui/session/use-api.ts'
import { FormProblem } from '#ui/kit/form-problem.tsx'
import { RadioChips } from '#ui/kit/radio-chips.tsx'
import { AskSheet } from '#ui/staff/kit/ask-sheet.tsx'
import { SelectInput } from '#ui/staff/kit/fields.tsx'
import { toast } from '#ui/kit/toast.tsx'
import { StaffButton } from '#ui/staff/kit/staff-button.tsx'
import { Field } from '#ui/kit/field.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState, type RefObject } from 'react'
import { repliesQuery } from './faults-queries.ts'
import { useFaultCall } from './use-fault-call.ts'

type Props = {
  ticket: StaffReportAnswer
  areaRef: RefObject<HTMLTextAreaElement | null>
  /** May open a court again that a manager has closed. */
  mayOpen: boolean
  onDecided(): Promise<void>
}

type Move = 'in-progress' | 'done'

/** What is written, and what can be done with it. */
function useReply({ ticket: { ticketNo, block }, areaRef, onDecided }: Props) {
  const [text, setText] = useState('')
  const [isAsking, setAsking] = useState(false)
  const [isMissing, setMissing] = useState(false)
  const { call, busy, refused } = useFaultCall()
  const write = (next: string) => {
    setText(next)
    setMissing(false)
  }
  return {
    text,
    isMissing,
    busy,
    refused,
    write,
    async answer(isPublic: boolean): Promise<void> {
      if (text.trim() === '') {
        setMissing(true)
        areaRef.current?.focus()
      } else if (await call('/api/Staff/Report/Note', { ticketNo, text, public: isPublic })) {
        setText('')
        toast('success', isPublic ? m.staff_tickets_answered() : m.staff_tickets_noted())
      }
    },
    isAsking,
    setAsking,
    /** Closing the report of a court that is still closed because of it asks first what becomes of the court. */
    async move(to: Move, court?: CourtChoice): Promise<void> {
      const isClosed = isClosingCourt(block && { lifted: block.lifted, end: new Date(block.end) }, new Date())
      if (to === 'done' && isClosed && court === undefined) return setAsking(true)
      setAsking(false)
      if (await call('/api/Staff/Report/Move', { ticketNo, to, text: text.trim(), court }, to === 'done' ? onDecided : undefined)) {
        setText('')
        toast('success', movedWords(to, ticketNo, court))
      }
    },
  }
}

function movedWords(to: Move, ticket: string, court: CourtChoice | undefined): string {
  if (to === 'in-progress') return m.staff_tickets_is_in_progress()
  return court === 'open' ? m.staff_tickets_done_and_open({ ticket }) : m.staff_tickets_is_done({ ticket })
}

/** A ready reply in the reporter's language, or one's own words; then what becomes of the report. */
export function ReplyForm(props: Props) {
  const { ticket, areaRef } = props
  const { data: replies } = useQuery(repliesQuery(useApi()))
  const reply = useReply(props)
  const { locale } = ticket.reporter
  const choose = (at: string) => {
    const ready = replies?.items[Number(at)]
    if (at === '' || !ready) return
    reply.write(say({ tw: ready.textTw, en: ready.textEn }, locale))
    areaRef.current?.focus()
  }
  return (
    <section className="stack" aria-label={m.staff_tickets_reply()}>
      <SelectInput path="ready" label={m.staff_tickets_ready()} value="" onChange={choose}>
        <option value="">{m.staff_tickets_choose()}</option>
        {(replies?.items ?? []).map((one, n) => (
          <option key={`${one.titleTw} ${one.textTw}`} value={n}>
            {say({ tw: one.titleTw, en: one.titleEn }, locale)}
          </option>
        ))}
      </SelectInput>
      <Field
        id="ticket-reply"
        label={m.staff_tickets_reply()}
        hint={m.staff_tickets_reads({ language: languageWord(locale) })}
        error={reply.isMissing ? m.field_required() : undefined}
      >
        {(described) => (
          <TextBox
            ref={areaRef}
            rows={4}
            maxLength={longest.note}
            {...described}
            value={reply.text}
            onChange={({ target }) => reply.write(target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing || ticket.state === 'done')
                return
              event.preventDefault()
              void reply.move('done')
            }}
          />
        )}
      </Field>
      <FormProblem refused={reply.refused} />
      <ReplyButtons state={ticket.state} reply={reply} />
      <p className="note">{m.staff_tickets_keys()}</p>
      {reply.isAsking && ticket.block && (
        <CourtSheet
          until={ticket.block.end}
          mayOpen={props.mayOpen}
          onChoose={(court) => reply.move('done', court)}
          onClose={() => reply.setAsking(false)}
        />
      )}
    </section>
  )
}

type CourtProps = { until: string; mayOpen: boolean; onChoose(court: CourtChoice): Promise<void>; onClose(): void }

/** Whether the court that is closed because of the report opens again with it. */
function CourtSheet({ until, mayOpen, onChoose, onClose }: CourtProps) {
  const [court, setCourt] = useState<CourtChoice>(mayOpen ? 'open' : 'keep')
  return (
    <AskSheet
      title={m.staff_tickets_done_title()}
      effects={[court === 'open' ? m.staff_tickets_done_open_hint() : m.staff_tickets_done_keep_hint()]}
      confirmLabel={m.staff_tickets_done_do()}
      onSend={() => onChoose(court)}
      onClose={onClose}
    >
      {() => (
        <>
          <p className="note">{m.staff_tickets_done_court({ moment: formatMoment(new Date(until), getLocale()) })}</p>
          {mayOpen ? (
            <RadioChips
              legend={m.staff_tickets_done_title()}
              value={court}
              onChange={(chosen) => setCourt(chosen)}
              options={[
                { value: 'open', label: m.staff_tickets_done_open() },
                { value: 'keep', label: m.staff_tickets_done_keep() },
              ]}
            />
          ) : (
            <p className="note">{m.staff_tickets_done_ask()}</p>
          )}
        </>
      )}
    </AskSheet>
  )
}

function ReplyButtons({ state, reply: { text, busy, answer, move } }: { state: ReportState; reply: ReturnType<typeof useReply> }) {
  return (
    <div className="cluster">
      {state !== 'done' && (
        <StaffButton look="primary" icon="check" busy={busy} data-sends aria-keyshortcuts="Control+Enter" onClick={() => void move('done')}>
          {text.trim() ? m.staff_tickets_answer_and_done() : m.staff_tickets_done()}
        </StaffButton>
      )}
      {state !== 'in-progress' && (
        <StaffButton busy={busy} data-sends onClick={() => void move('in-progress')}>
          {state === 'done' ? m.staff_tickets_reopen() : m.staff_tickets_begin()}
        </StaffButton>
      )}
      <StaffButton busy={busy} data-sends onClick={() => void answer(true)}>
        {m.staff_tickets_answer()}
      </StaffButton>
      <StaffButton look="quiet" busy={busy} data-sends onClick={() => void answer(false)}>
        {m.staff_tickets_note()}
      </StaffButton>
    </div>
  )
}
