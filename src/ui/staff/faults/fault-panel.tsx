import { formatMoment } from '#i18n/dates.ts'
import { m } from '#i18n/generated/messages.js'
import { getLocale } from '#i18n/generated/runtime.js'
import type { StaffReportAnswer } from '#modules/feedback/wire.ts'
import { useApi } from '#ui/session/use-api.ts'
import { placeOf, stateTone, stateWord, titleOf } from '#ui/feedback/report-words.ts'
import { Chip } from '#ui/kit/chip.tsx'
import { FormProblem } from '#ui/kit/form-problem.tsx'
import { useViewer } from '#ui/session/viewer.ts'
import { OpenPanel } from '#ui/staff/kit/list-and-panel.tsx'
import { PrivatePicture } from '#ui/staff/kit/private-picture.tsx'
import { ReadFailure } from '#ui/staff/kit/read-failure.tsx'
import { StaffButton, StaffButtonLink } from '#ui/staff/kit/staff-button.tsx'
import { useKeys } from '#ui/staff/kit/use-keys.ts'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { BlockSheet } from './block-sheet.tsx'
import { ReplyForm } from './reply-form.tsx'
import { faultQuery } from './faults-queries.ts'
import style from './faults.module.css'
import { useFaultCall } from './use-fault-call.ts'

type Props = { ticketNo: string; closed: string; isManager: boolean; onDecided(): Promise<void> }

/** One report: the photo first, then what it is about, who told it, what was said, and what can be done. */
export function FaultPanel({ ticketNo, closed, isManager, onDecided }: Props) {
  const read = useQuery(faultQuery(useApi(), ticketNo))
  const ticket = read.data
  if (!ticket)
    return (
      <OpenPanel title={ticketNo} closed={closed}>
        <ReadFailure read={read} missing={m.staff_tickets_missing()} />
      </OpenPanel>
    )
  return (
    <OpenPanel
      title={`${titleOf(ticket)} ${ticketNo}`}
      chip={<Chip tone={stateTone[ticket.state]}>{stateWord[ticket.state]()}</Chip>}
      closed={closed}
    >
      <Photos photos={ticket.photos} />
      <About ticket={ticket} />
      <Work ticket={ticket} isManager={isManager} onDecided={onDecided} />
      <Steps steps={ticket.steps} />
    </OpenPanel>
  )
}

function Photos({ photos }: Pick<StaffReportAnswer, 'photos'>) {
  if (photos.length === 0) return <p className="note">{m.staff_tickets_no_photo()}</p>
  return (
    <div className={style.photos}>
      {photos.map(({ id }, n) => (
        <PrivatePicture key={id} fileId={id} alt={m.staff_tickets_photo({ n: n + 1 })} data-first={n === 0 || undefined} />
      ))}
    </div>
  )
}

function About({ ticket }: { ticket: StaffReportAnswer }) {
  const { description, reporter, contactName, contactPhone, createdAt, assignee, block } = ticket
  const say = (moment: string) => formatMoment(new Date(moment), getLocale())
  return (
    <>
      <p className={style.description} dir="auto">
        {description}
      </p>
      <dl className={style.facts}>
        <dt>{m.staff_tickets_place()}</dt>
        <dd>{placeOf(ticket)}</dd>
        <dt>{m.staff_tickets_told()}</dt>
        <dd>
          {say(createdAt)} · {contactName || reporter.name} {contactPhone || reporter.mobile}{' '}
          {reporter.kind === 'visitor' ? m.staff_tickets_visitor() : m.staff_tickets_member()}
        </dd>
        <dt>{m.staff_tickets_assignee()}</dt>
        <dd>{assignee?.name ?? m.staff_tickets_of_nobody()}</dd>
        {block && (
          <>
            <dt>{m.staff_tickets_closure()}</dt>
            <dd>
              {say(block.start)} – {say(block.end)} {block.lifted && m.staff_tickets_lifted()}
            </dd>
          </>
        )}
      </dl>
    </>
  )
}

function Work({ ticket, isManager, onDecided }: { ticket: StaffReportAnswer; isManager: boolean; onDecided(): Promise<void> }) {
  const viewer = useViewer()
  const { call, busy, refused } = useFaultCall()
  const [isBlocking, setBlocking] = useState(false)
  const text = useRef<HTMLTextAreaElement>(null)
  const isMine = ticket.assignee !== null && ticket.assignee.id === viewer?.id
  const assign = () => call('/api/Staff/Report/Assign', { ticketNo: ticket.ticketNo, account: isMine ? null : (viewer?.account ?? null) })
  useKeys({ a: () => void assign(), r: () => text.current?.focus() })
  const isOpen = ticket.state !== 'done'
  return (
    <>
      <div className="cluster">
        <StaffButton icon="person" busy={busy} data-sends aria-keyshortcuts="a" onClick={() => void assign()}>
          {isMine ? m.staff_tickets_unassign() : m.staff_tickets_assign_me()}
        </StaffButton>
        {isManager && isOpen && (
          <StaffButton icon="closures" onClick={() => setBlocking(true)}>
            {m.staff_tickets_close_court()}
          </StaffButton>
        )}
        {!isManager && isOpen && (
          <StaffButtonLink to="/staff/closures" search={{ now: '1' }} icon="closures">
            {m.staff_tickets_close_court()}
          </StaffButtonLink>
        )}
      </div>
      <FormProblem refused={refused} />
      <ReplyForm ticket={ticket} areaRef={text} mayOpen={isManager} onDecided={onDecided} />
      {isBlocking && <BlockSheet ticket={ticket} onClose={() => setBlocking(false)} />}
    </>
  )
}

function Steps({ steps }: Pick<StaffReportAnswer, 'steps'>) {
  return (
    <section aria-labelledby="ticket-steps">
      <h3 id="ticket-steps">{m.staff_tickets_steps()}</h3>
      <ol className={style.steps}>
        {steps.map(({ at, state, text, public: isPublic, by }) => (
          <li key={`${at} ${state} ${text}`} data-internal={!isPublic || undefined}>
            <small>
              {formatMoment(new Date(at), getLocale())} · {by ?? m.staff_tickets_reporter()}
              {!isPublic && ` · ${m.staff_tickets_internal()}`}
            </small>
            {state && <b>{stateWord[state]()}</b>}
            {text && <p dir="auto">{text}</p>}
          </li>
        ))}
      </ol>
    </section>
  )
}
