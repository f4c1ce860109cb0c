import { formatMoment } from '#i18n/dates.ts'
import { m } from '#i18n/generated/messages.js'
import { getLocale } from '#i18n/generated/runtime.js'
import { formatMoney } from '#i18n/money.ts'
import { joinList } from '#i18n/join.ts'
import type { SeasonAnswer, SeasonRequest } from '#modules/preorders/season-wire.ts'
import { FileSheet } from '#ui/files/file-sheet.tsx'
import { Button } from '#ui/kit/button.tsx'
import { Callout } from '#ui/kit/callout.tsx'
import { Facts } from '#ui/kit/facts.tsx'
import { PreOrderChip } from '#ui/preorders/state-chip.tsx'
import { sayDate } from './rounds-words.ts'
import { PaperDownloads } from '#ui/staff/kit/paper-downloads.tsx'
import { OpenPanel } from '#ui/staff/kit/list-and-panel.tsx'
import { StaffButton } from '#ui/staff/kit/staff-button.tsx'
import { toLocation } from '#ui/kit/to-location.ts'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { isOpen } from './rounds-search.ts'
import style from './rounds.module.css'
import type { DecisionKind } from './use-decide.ts'

type Props = { season: SeasonAnswer; request: SeasonRequest | undefined; closed: string; onDecide(decision: DecisionKind): void }

/** One pre-order: what the club asks for and has, why dates were refused, its documents, and the decision. */
export function RequestPanel({ season, request, closed, onDecide }: Props) {
  if (!request)
    return (
      <OpenPanel title={m.rounds_missing_request()} closed={closed}>
        <Callout tone="due" title={m.rounds_missing_request()} />
      </OpenPanel>
    )
  return (
    <OpenPanel title={request.club} chip={<PreOrderChip state={request.status} />} closed={closed}>
      <About request={request} />
      {isOpen(request) && (
        <div className={style.decide}>
          <StaffButton look="primary" icon="check" onClick={() => onDecide('approved')} aria-keyshortcuts="a">
            {m.rounds_approve_key()}
          </StaffButton>
          <StaffButton onClick={() => onDecide('needs-documents')} aria-keyshortcuts="d">
            {m.rounds_ask_key()}
          </StaffButton>
          <StaffButton look="danger" onClick={() => onDecide('rejected')} aria-keyshortcuts="r">
            {m.rounds_reject_key()}
          </StaffButton>
        </div>
      )}
      <Documents season={season} request={request} />
      {request.lost.length > 0 && <Lost request={request} round={season.round.id} />}
      {request.decidedAt && <Decided request={request} />}
    </OpenPanel>
  )
}

function About({ request }: { request: SeasonRequest }) {
  const { orderNo, title, summary, held, asked, amount, purpose, headcount, contactName, contactPhone, email, submittedAt, memberId } =
    request
  return (
    <section className={style.part} aria-label={m.rounds_request_what()}>
      <p>
        <b>{title}</b>　<Link {...toLocation(`/staff/people?person=${memberId}`)}>{m.rounds_request_person()}</Link>
      </p>
      <ul className={style.lines}>
        {summary.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <Facts
        facts={[
          [m.rounds_column_dates(), m.rounds_request_held({ held, asked })],
          [m.rounds_column_amount(), formatMoney(amount)],
          purpose !== '' && [m.rounds_request_purpose(), purpose],
          [m.rounds_column_headcount(), String(headcount)],
          [m.rounds_request_contact(), [contactName, contactPhone, email].filter(Boolean).join('　')],
          submittedAt !== null && [m.rounds_column_sent(), formatMoment(new Date(submittedAt), getLocale())],
          [m.rounds_column_number(), orderNo],
        ]}
      />
      <div className="cluster">
        <PaperDownloads path={`/api/Staff/Paper/Season/${orderNo}`} />
      </div>
    </section>
  )
}

function Documents({ season: { documentNames }, request: { documents, missing } }: { season: SeasonAnswer; request: SeasonRequest }) {
  const [shown, show] = useState<SeasonRequest['documents'][number]>()
  const names = (kinds: string[]) =>
    joinList(
      kinds.map((kind) => documentNames[kind] ?? kind),
      getLocale(),
    )
  return (
    <section className={style.part} aria-label={m.rounds_request_documents()}>
      <h3>{m.rounds_request_documents()}</h3>
      {missing.length > 0 ? (
        <Callout tone="due" title={m.rounds_request_missing({ kinds: names(missing) })} />
      ) : (
        <p className={style.quiet}>{m.rounds_request_complete()}</p>
      )}
      {documents.length === 0 && missing.length > 0 && <p className={style.quiet}>{m.rounds_request_documents_none()}</p>}
      <ul className={style.reasons}>
        {documents.map((file) => (
          <li key={file.fileId}>
            <Button look="secondary" onClick={() => show(file)}>
              {documentNames[file.kind] ?? file.kind}　{file.name}
            </Button>
          </li>
        ))}
      </ul>
      {shown && <FileSheet file={{ ...shown, id: shown.fileId }} onClose={() => show(undefined)} />}
    </section>
  )
}

/** Why each date was refused, and which club has it. */
function Lost({ request: { lost }, round }: { request: SeasonRequest; round: number }) {
  return (
    <section className={style.part} aria-label={m.rounds_request_lost()}>
      <h3>{m.rounds_request_lost()}</h3>
      <ul className={style.lost}>
        {lost.map(({ date, court, start, end, reason, by }) => (
          <li key={`${date} ${court} ${start}`}>
            <b>{sayDate(date)}</b> {court} {start}–{end}
            <small>
              {reason}
              {by && (
                <>
                  　
                  <Link {...toLocation(`/staff/rounds?round=${round}&status=every&open=${by.orderNo}`)}>
                    {m.rounds_request_lost_by({ club: by.club })}
                  </Link>
                </>
              )}
            </small>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Decided({ request: { status, decidedBy, decidedAt, note, payOrderNo, payBefore } }: { request: SeasonRequest }) {
  return (
    <section className={style.part} aria-label={m.rounds_request_decision()}>
      <h3>{m.rounds_request_decision()}</h3>
      <p>
        <PreOrderChip state={status} />
      </p>
      <Facts
        facts={[
          decidedBy && [m.rounds_column_decided_by(), decidedBy],
          decidedAt && [m.proofs_at(), formatMoment(new Date(decidedAt), getLocale())],
          note !== '' && [m.rounds_column_note(), note],
          payBefore && [m.rounds_request_pay_before(), formatMoment(new Date(payBefore), getLocale())],
        ]}
      />
      {payOrderNo && (
        <p>
          {m.rounds_request_order()}　<Link {...toLocation(`/staff/orders?order=${payOrderNo}`)}>{payOrderNo}</Link>
        </p>
      )}
    </section>
  )
}
