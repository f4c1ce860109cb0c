import { formatPeriod, formatMoment } from '#i18n/dates.ts'
import { m } from '#i18n/generated/messages.js'
import { getLocale } from '#i18n/generated/runtime.js'
import { formatMoney } from '#i18n/money.ts'
import type { RefundStoryAnswer } from '#modules/refunds/office-wire.ts'
import type { UploadedFile } from '#modules/files/wire.ts'
import { useApi } from '#ui/session/use-api.ts'
import { FileSheet } from '#ui/files/file-sheet.tsx'
import { Callout } from '#ui/kit/callout.tsx'
import { Chip } from '#ui/kit/chip.tsx'
import { Facts } from '#ui/kit/facts.tsx'
import { movedFromWords } from '#ui/orders/moved-line.tsx'
import { refundTone, refundWord } from '#ui/refunds/refund-words.ts'
import { hasRole, useViewer } from '#ui/session/viewer.ts'
import { OpenPanel } from '#ui/staff/kit/list-and-panel.tsx'
import { PaperDownloads } from '#ui/staff/kit/paper-downloads.tsx'
import { ReadFailure } from '#ui/staff/kit/read-failure.tsx'
import { StaffButton } from '#ui/staff/kit/staff-button.tsx'
import { toLocation } from '#ui/kit/to-location.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { RefundActions } from './refund-actions.tsx'
import { refundStoryQuery } from './refunds-queries.ts'
import { needWord, refundWayWord, outcomeWord } from './refunds-words.ts'
import { useIsFinance } from './use-is-finance.ts'
import style from './refunds.module.css'

type Props = { refundNo: string; closed: string; onDecided(): Promise<void> }

/** One refund: money, where it goes, what was tried, who agreed, and what can be done now. */
export function RefundPanel({ refundNo, closed, onDecided }: Props) {
  const read = useQuery(refundStoryQuery(useApi(), refundNo))
  const { data } = read
  const chip = data && <Chip tone={refundTone(data.status)}>{refundWord(data.status)}</Chip>
  return (
    <OpenPanel title={refundNo} chip={chip} closed={closed}>
      <ReadFailure read={read} missing={m.refunds_missing()} />
      {data && (
        <>
          <Money refund={data} />
          <Account refund={data} />
          <RefundActions refund={data} onDecided={onDecided} />
          <div className="cluster">
            <PaperDownloads path={`/api/Staff/Paper/Refund/${refundNo}`} />
          </div>
          <RefundHistory refund={data} />
        </>
      )}
    </OpenPanel>
  )
}

function Money({ refund }: { refund: RefundStoryAnswer }) {
  const { memberName, memberId, orderNo, amount, causeText, reason, way, need, batchNo, items } = refund
  const mayServe = hasRole(useViewer(), 'admin', 'manager', 'desk')
  return (
    <>
      <p className={style.person}>
        <b>{memberName || '—'}</b>
        {need && <Chip tone={need === 'answer' || need === 'twice' || need === 'denied' ? 'danger' : 'due'}>{needWord(need)}</Chip>}
        {mayServe && <Link {...toLocation(`/staff/people?person=${memberId}`)}>{m.staff_order_person()}</Link>}
        <Link {...toLocation(`/staff/orders?order=${orderNo}`)}>{orderNo}</Link>
      </p>
      <Facts
        facts={[
          [m.refunds_amount(), formatMoney(amount)],
          [m.refunds_cause(), causeText],
          reason !== '' && [m.refunds_reason(), reason],
          [m.refund_way(), refundWayWord(way)],
          batchNo !== null && [m.refunds_batch(), String(batchNo)],
        ]}
      />
      <ul className={style.items}>
        {items.map((item, n) => (
          <li key={item.id ?? n}>
            <span>
              {item.start && item.end
                ? `${item.venue1stName ?? ''} ${item.venue2ndName ?? ''}　${formatPeriod(new Date(item.start), new Date(item.end), getLocale())}`
                : (refund.title ?? causeText)}
            </span>
            {item.moved && <span>{m.refund_moved_from({ before: movedFromWords(item.moved.from) })}</span>}
            <span>
              {item.moved
                ? m.refund_moved({ before: formatMoney(item.moved.before), after: formatMoney(item.moved.after) })
                : m.refunds_item_share({ paid: formatMoney(item.paid), percent: item.percent, amount: formatMoney(item.amount) })}
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}

function Account({ refund: { account, memberName, passbook, trade, tries, failure, unclear, need, way } }: { refund: RefundStoryAnswer }) {
  const [viewed, view] = useState<UploadedFile>()
  const mayView = useIsFinance()
  // Looked into first, and perhaps about another payment than the latest attempt.
  const isLate = need === 'twice' || need === 'denied'
  return (
    <>
      {account && (
        <section className={style.part} aria-label={m.refunds_account()}>
          <h3>{m.refunds_account()}</h3>
          <Facts
            facts={[
              [m.refund_bank(), `${account.bankCode} ${account.bankName}`],
              [m.refund_bank_account(), account.bankAccount],
              [m.refund_account_name(), account.accountName],
            ]}
          />
          {account.accountName !== memberName && (
            <Callout tone="due" title={m.refunds_other_name({ name: memberName, holder: account.accountName })} />
          )}
          {passbook && mayView && <StaffButton onClick={() => view(passbook)}>{m.refunds_passbook()}</StaffButton>}
          {!passbook && <p className={style.soft}>{m.refunds_no_passbook()}</p>}
        </section>
      )}
      {(isLate || (way === 'card' && (unclear || tries.length > 0))) && trade && (
        <section className={style.part} aria-label={m.refunds_gateway()}>
          <h3>{m.refunds_gateway()}</h3>
          {isLate && <Callout tone="error" title={need === 'twice' ? m.refunds_twice() : m.refunds_denied()} />}
          {unclear && !isLate && !trade.isProviderSet && (
            <Callout tone="error" title={m.refunds_provider_unset({ provider: trade.provider })} />
          )}
          {unclear && !isLate && trade.isProviderSet && (
            <Callout tone="error" title={m.refunds_unclear()}>
              {failure ?? ''}
            </Callout>
          )}
          <Facts
            facts={[
              [m.refunds_provider(), trade.provider],
              [m.refunds_trade(), trade.tradeNo],
              trade.gatewayTradeNo !== null && [m.refunds_gateway_trade(), trade.gatewayTradeNo],
              [m.refunds_trade_amount(), formatMoney(trade.amount)],
            ]}
          />
        </section>
      )}
      {viewed && <FileSheet file={viewed} onClose={() => view(undefined)} />}
    </>
  )
}

type Event = { at: string; what: string; who: string; note: string }

/** What happened to a refund, in one line of time: steps, attempts at the provider and signatures. */
function RefundHistory({ refund: { steps, tries, signatures } }: { refund: RefundStoryAnswer }) {
  const events: Event[] = [
    ...steps.map(({ at, status, note, by, byMember }) => ({
      at,
      what: refundWord(status),
      who: byMember ? m.refunds_by_member({ name: by ?? '' }) : (by ?? m.refunds_by_service()),
      note,
    })),
    ...tries.map(({ at, number, outcome, answer }) => ({
      at,
      what: m.refunds_try({ number, outcome: outcomeWord(outcome) }),
      who: m.refunds_by_service(),
      note: answer,
    })),
    ...signatures.map(({ at, by, deed }) => ({
      at,
      what: deed === 'again' ? m.refunds_signed_again() : m.refunds_signed(),
      who: by,
      note: '',
    })),
  ]
  return (
    <section className={style.part} aria-label={m.refunds_history()}>
      <h3>{m.refunds_history()}</h3>
      <ol className={style.history}>
        {events
          .toSorted((a, b) => a.at.localeCompare(b.at))
          .map(({ at, what, who, note }) => (
            <li key={`${at} ${what} ${who}`}>
              <b>{what}</b>
              <small>
                {formatMoment(new Date(at), getLocale())} · {who}
              </small>
              {note && <p>{note}</p>}
            </li>
          ))}
      </ol>
    </section>
  )
}
