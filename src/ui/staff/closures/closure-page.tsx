import { formatMoment } from '#i18n/dates.ts'
import { m } from '#i18n/generated/messages.js'
import { getLocale } from '#i18n/generated/runtime.js'
import { formatMoney } from '#i18n/money.ts'
import { say } from '#i18n/words.ts'
import type { ClosureAnswer, ReportItem } from '#modules/closures/closure-wire.ts'
import { progressOf } from '#modules/closures/rules.ts'
import { useApi } from '#ui/session/use-api.ts'
import { Callout } from '#ui/kit/callout.tsx'
import { Chip } from '#ui/kit/chip.tsx'
import { CellNote, DataTable, type Column } from '#ui/staff/kit/data-table.tsx'
import { DownloadButton } from '#ui/staff/kit/download-button.tsx'
import { ReadFailure } from '#ui/staff/kit/read-failure.tsx'
import { Panel, StaffPage } from '#ui/staff/kit/staff-page.tsx'
import { toLocation } from '#ui/kit/to-location.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ClosedFacilities, ClosureActions, RetryButton } from './closure-actions.tsx'
import { closureQuery } from './closures-queries.ts'
import { causeWord, itemTone, itemWord, periodWord, spanWords, whereWords } from './closures-words.ts'
import style from './closures.module.css'
import { Folded } from './effect-view.tsx'

const momentWord = (at: string) => formatMoment(new Date(at), getLocale())

/** One closure: its progress while it runs, and its report. */
export function ClosurePage({ id, mayClose }: { id: string; mayClose: boolean }) {
  const read = useQuery(closureQuery(useApi(), id))
  const { data } = read
  const back = { to: '/staff/closures', label: m.closure_page_back() }
  if (!data)
    return (
      <StaffPage title={m.staff_screen_closures()} back={back}>
        <ReadFailure read={read} missing={m.closure_not_found()} />
      </StaffPage>
    )
  const names = data.facilities.map(({ name }) => name)
  const courts = names.length > 1 || data.courts.length > 0 ? data.courts : [m.closure_whole()]
  return (
    <StaffPage
      title={whereWords(names, courts)}
      lead={`${spanWords(data)}　${say(data.reason, getLocale())}（${causeWord[data.cause]()}）`}
      back={back}
      actions={<ClosureActions closure={data} mayClose={mayClose} />}
    >
      <Progress closure={data} />
      {names.length > 1 && <ClosedFacilities closure={data} mayClose={mayClose} />}
      {data.counts.failed > 0 && (
        <Callout
          tone="error"
          title={m.closure_failed_title({ count: data.counts.failed })}
          action={mayClose && data.state === 'done' && <RetryButton id={id} />}
        >
          {m.closure_failed_hint()}
        </Callout>
      )}
      {data.items.length > 0 && <Report closure={data} mayExport={mayClose} />}
    </StaffPage>
  )
}

function Progress({ closure }: { closure: ClosureAnswer }) {
  const { settled, total } = progressOf(closure.counts)
  const isRunning = closure.state === 'running'
  return (
    <Panel>
      {total > 0 && (
        <div className={style.progress}>
          <progress aria-label={m.closure_progress_label()} value={settled} max={total} />
          <b role="status">{m.closure_progress({ settled, total })}</b>
        </div>
      )}
      {isRunning && <p className={style.hint}>{m.closure_running_hint()}</p>}
      {total === 0 && closure.state === 'done' && <p className={style.hint}>{m.closure_done_none()}</p>}
      <ul className="stack gap-1">
        {closure.state !== 'lifted' && <li>{m.closure_opens({ moment: momentWord(closure.until) })}</li>}
        <li>{m.closure_started_by({ who: closure.createdBy, moment: momentWord(closure.createdAt) })}</li>
        {closure.finishedAt && <li>{m.closure_done_at({ moment: momentWord(closure.finishedAt) })}</li>}
        {closure.liftedAt && <li>{liftedBy(closure)({ who: closure.liftedBy ?? '', moment: momentWord(closure.liftedAt) })}</li>}
      </ul>
    </Panel>
  )
}

/** Before it began it was withdrawn. */
const liftedBy = ({ liftedAt, begins }: ClosureAnswer) =>
  liftedAt !== null && liftedAt <= begins ? m.closure_withdrawn_by : m.closure_lifted_by

function Report({ closure, mayExport }: { closure: ClosureAnswer; mayExport: boolean }) {
  const facts: [string, string][] = [
    [m.closure_total_people(), String(closure.people)],
    ...(closure.choice === 'offer'
      ? ([
          [m.closure_item_offered(), String(closure.counts.offered)],
          [m.closure_item_moved(), String(closure.counts.moved)],
        ] satisfies [string, string][])
      : []),
    [m.closure_item_cancelled(), String(closure.counts.cancelled)],
    [m.closure_total_back(), formatMoney(closure.owed)],
    ...(closure.counts.kept > 0 ? ([[m.closure_item_kept(), String(closure.counts.kept)]] satisfies [string, string][]) : []),
    [m.closure_item_gone(), String(closure.counts.gone)],
    [m.closure_item_failed(), String(closure.counts.failed)],
  ]
  return (
    <Panel
      title={m.closure_report()}
      actions={
        mayExport && (
          <DownloadButton path={`/api/Staff/Closure/${closure.id}/Report.csv`} fileName={() => `closure-${closure.from}.csv`}>
            {m.closure_report_csv()}
          </DownloadButton>
        )
      }
    >
      <dl className={style.totals}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <Folded count={closure.items.length}>
        <DataTable
          caption={m.closure_report()}
          columns={columns(closure.facilities.length > 1)}
          rows={closure.items}
          rowKey={({ holderId }) => holderId}
          empty={null}
        />
      </Folded>
    </Panel>
  )
}

const columns = (isSeveral: boolean): Column<ReportItem>[] => [
  {
    key: 'when',
    head: m.closure_column_when(),
    isRowHead: true,
    cell: (item) => (
      <>
        {periodWord(item)}
        <CellNote>
          {isSeveral && item.facility} {item.court}
        </CellNote>
      </>
    ),
  },
  {
    key: 'who',
    head: m.closure_column_who(),
    cell: ({ name, memberId, orderNo }) => (
      <>
        <Link {...toLocation(`/staff/people?person=${memberId}`)} className={style.tall}>
          {name || '—'}
        </Link>
        <CellNote>
          {orderNo === null ? (
            m.closure_preorder()
          ) : (
            <Link {...toLocation(`/staff/orders?order=${orderNo}`)} className={style.tall}>
              {orderNo}
            </Link>
          )}
        </CellNote>
      </>
    ),
  },
  {
    key: 'state',
    head: m.closure_column_state(),
    cell: ({ state, instead, failure }) => (
      <>
        <Chip tone={itemTone[state]}>{itemWord[state]()}</Chip>
        {instead && (state === 'offered' || state === 'moved') && (
          <CellNote>
            {instead.facility} {instead.court} {periodWord(instead)}
          </CellNote>
        )}
        {failure && <CellNote>{failure}</CellNote>}
      </>
    ),
  },
  { key: 'back', head: m.closure_column_back(), align: 'end', cell: ({ owed }) => formatMoney(owed) },
]
