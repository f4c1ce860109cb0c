import { ApiProblem } from '#client/api-problem.ts'
import { m } from '#i18n/generated/messages.js'
import { getLocale } from '#i18n/generated/runtime.js'
import { formatMoment } from '#i18n/dates.ts'
import { formatMoney } from '#i18n/money.ts'
import type { TillAnswer, TillDetailAnswer } from '#modules/tills/wire.ts'
import { useApi } from '#ui/session/use-api.ts'
import { hasRole, useViewer } from '#ui/session/viewer.ts'
import { DataTable, type Column } from '#ui/staff/kit/data-table.tsx'
import { ReadFailure } from '#ui/staff/kit/read-failure.tsx'
import { Panel, StaffPage } from '#ui/staff/kit/staff-page.tsx'
import { TabLink, TabLinks } from '#ui/staff/kit/tab-links.tsx'
import { tillsKey, tillsQuery } from '#ui/staff/kit/till-query.ts'
import { useStaffCall } from '#ui/staff/kit/use-staff-call.ts'
import { useScreenLive } from '#ui/staff/kit/use-staff-live.ts'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { CloseForm } from './close-form.tsx'
import { CloseSheet } from './close-sheet.tsx'
import { Refunds } from './refunds.tsx'
import { differenceText } from './till-words.ts'
import { tillIn, tillQuery, type TillSearch } from './till-queries.ts'
import { TillRows, TillSlips, TillWays } from './till-rows.tsx'
import style from './till.module.css'
import { TextField } from '#ui/kit/field.tsx'
import { FormProblem } from '#ui/kit/form-problem.tsx'
import { useSubmit } from '#ui/kit/use-submit.ts'
import { StaffButton } from '#ui/staff/kit/staff-button.tsx'
import { useKeptSale } from '#ui/staff/kit/kept-sale.ts'
import { SegmentedControl } from '#ui/kit/segmented-control.tsx'
import { mostAtOnce } from '#modules/tills/rules.ts'

const moment = (at: string) => formatMoment(new Date(at), getLocale())

/** Tills: opened with a float, every movement a row, closed with a count. */
export function TillScreen({ search }: { search: TillSearch }) {
  const api = useApi()
  // A sale and a refund are rows of a till too.
  useScreenLive('/staff/till', [tillsKey])
  const read = useQuery(tillsQuery(api))
  const tills = read.data
  const open = tills?.open ?? []
  const shown = tillIn(search) ?? open[0]?.id
  const { data: till } = useQuery(tillQuery(api, shown))
  const maySell = hasRole(useViewer(), 'admin', 'manager', 'desk')
  const tabs = open.length > 0 && (
    <TabLinks label={m.counter_till()}>
      {open.map(({ id, name }) => (
        <TabLink key={id} to="/staff/till" search={{ till: id }} here={id === shown}>
          {name}
        </TabLink>
      ))}
    </TabLinks>
  )
  return (
    <StaffPage title={m.staff_screen_till()} lead={m.till_lead()} tabs={tabs || undefined}>
      {till && shown !== undefined && <Shown key={till.id} {...{ till, maySell }} />}
      <ReadFailure read={read} />
      {maySell && tills?.open.length === 0 && <OpenForm />}
      {maySell && tills?.open.length === 0 && <Refunds tillId={undefined} />}
      {tills && <Recent tills={tills.recent} />}
      {maySell && open.length > 0 && <OpenForm isSecond />}
    </StaffPage>
  )
}

function Shown({ till, maySell }: { till: TillDetailAnswer; maySell: boolean }) {
  const [wasOpen] = useState(till.closedAt === null)
  return till.closedAt ? <Closed till={till} isJustClosed={wasOpen} /> : <Open {...{ till, maySell }} />
}

function Open({ till, maySell }: { till: TillDetailAnswer; maySell: boolean }) {
  return (
    <>
      <Panel title={till.name} lead={m.till_opened_line({ by: till.openedBy, at: moment(till.openedAt) })}>
        <dl className={style.figures}>
          <div>
            <dt>{m.till_expected()}</dt>
            <dd>
              <output>{formatMoney(till.expected)}</output>
            </dd>
          </div>
          <div>
            <dt>{m.till_terminal()}</dt>
            <dd>{m.till_terminal_value({ count: till.terminal.count, amount: formatMoney(till.terminal.amount) })}</dd>
          </div>
          {till.vouchers.count > 0 && (
            <div>
              <dt>{m.till_vouchers()}</dt>
              <dd>{m.till_terminal_value({ count: till.vouchers.count, amount: formatMoney(till.vouchers.amount) })}</dd>
            </div>
          )}
        </dl>
      </Panel>
      {maySell && (
        <div className={style.forms}>
          <MoveForm tillId={till.id} />
          <Refunds tillId={till.id} />
        </div>
      )}
      {maySell && <CloseForm key={till.id} till={till} />}
      <Panel title={m.till_by_way()}>
        <TillWays ways={till.ways} />
      </Panel>
      <Panel title={m.till_rows()}>
        <TillRows rows={till.rows} />
      </Panel>
      <Panel title={m.till_slips()}>
        <TillSlips slips={till.terminal.slips} />
      </Panel>
      {till.vouchers.count > 0 && (
        <Panel title={m.till_vouchers()}>
          <TillSlips slips={till.vouchers.slips} caption={m.till_vouchers()} />
        </Panel>
      )}
    </>
  )
}

/** The shift report. Where a till was just closed, it comes into sight and has the focus: the form that stood there was further down. */
function Closed({ till, isJustClosed }: { till: TillDetailAnswer; isJustClosed: boolean }) {
  const report = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!isJustClosed) return
    report.current?.focus({ preventScroll: true })
    report.current?.scrollIntoView({ block: 'start' })
  }, [isJustClosed])
  return (
    <div ref={report} tabIndex={-1} className={style.report}>
      <Panel title={m.till_close_sheet()}>
        <CloseSheet till={till} />
      </Panel>
    </div>
  )
}

const columns = (): Column<TillAnswer>[] => [
  { key: 'name', head: m.counter_till(), isRowHead: true, cell: tillLink },
  { key: 'opened', head: m.till_column_at(), cell: ({ openedAt }) => <span className={style.moment}>{moment(openedAt)}</span> },
  {
    key: 'by',
    head: m.till_column_by(),
    isWide: true,
    cell: ({ openedBy, closedBy }) => [openedBy, closedBy].filter(Boolean).join(' → '),
  },
  { key: 'expected', head: m.till_expected(), align: 'end', isWide: true, cell: ({ expected }) => formatMoney(expected) },
  {
    key: 'difference',
    head: m.till_difference(),
    align: 'end',
    cell: ({ difference }) => (difference === null ? m.till_recent_open() : differenceText(difference)),
  },
]

const tillLink = ({ id, name }: TillAnswer) => (
  <Link to="/staff/till" search={{ till: id }}>
    {name}
  </Link>
)

function Recent({ tills }: { tills: TillAnswer[] }) {
  return (
    <Panel title={m.till_recent()}>
      <DataTable caption={m.till_recent()} columns={columns()} rows={tills} rowKey={({ id }) => id} empty={m.till_none_open()} />
    </Panel>
  )
}

/** Opens a drawer with the float that is in it. */
function OpenForm({ isSecond = false }: { isSecond?: boolean }) {
  const call = useStaffCall([tillsKey])
  const navigate = useNavigate()
  const kept = useKeptSale((state) => state.sale)
  const { busy, refused, errorAt, form } = useSubmit(async (data) => {
    const body = { name: String(data.get('name')), float: Number(data.get('float')) }
    const { tillId } = await call<{ tillId: string }>('/api/Staff/Till/Open', body)
    const { sale } = useKeptSale.getState()
    void navigate(sale ? { to: '/staff/counter', search: sale.search } : { to: '/staff/till', search: { till: tillId } })
  })
  return (
    <Panel title={m.till_open_title()} lead={isSecond ? undefined : m.till_none_open()}>
      {kept && (
        <p>
          <Link to="/staff/counter" search={kept.search}>
            {m.till_back_to_sale()}
          </Link>
        </p>
      )}
      <form className="cluster bottom gap-3" {...form}>
        <TextField
          label={m.till_name()}
          name="name"
          defaultValue={isSecond ? '' : m.till_name_default()}
          maxLength={40}
          autoComplete="off"
          error={errorAt('name')}
        />
        <AmountField label={m.till_float()} name="float" min={0} error={errorAt('float')} />
        <StaffButton type="submit" look={isSecond ? 'secondary' : 'primary'} busy={busy}>
          {m.till_open_now()}
        </StaffButton>
        <FormProblem refused={refused} />
      </form>
    </Panel>
  )
}

/** Cash in or out, with its reason. */
function MoveForm({ tillId }: { tillId: string }) {
  const call = useStaffCall([tillsKey])
  const [kind, setKind] = useState<'in' | 'out'>('in')
  // One key for each movement: sent again because its answer was lost, it is recorded once.
  const key = useRef(crypto.randomUUID())
  const [done, setDone] = useState(0)
  const { busy, refused, errorAt, form } = useSubmit(async (data) => {
    const body = { tillId, kind, amount: Number(data.get('amount')), reason: String(data.get('reason')) }
    await call('/api/Staff/Till/Move', body, { key: key.current, done: m.till_moved() }).catch((error: unknown) => {
      // The one before was recorded, and stands among the rows now: what is sent from here on is another.
      if (error instanceof ApiProblem && error.code === 'idempotency_key_reused') key.current = crypto.randomUUID()
      throw error
    })
    key.current = crypto.randomUUID()
    setDone(done + 1)
  })
  return (
    <Panel title={m.till_move()}>
      <form key={done} className="stack" {...form}>
        <SegmentedControl<'in' | 'out'>
          legend={m.till_move_kind()}
          value={kind}
          options={[
            { value: 'in', label: m.till_move_in() },
            { value: 'out', label: m.till_move_out() },
          ]}
          onChange={setKind}
        />
        <AmountField label={m.till_amount()} name="amount" min={1} error={errorAt('amount')} />
        <TextField label={m.till_reason()} name="reason" maxLength={200} autoComplete="off" error={errorAt('reason')} />
        <FormProblem refused={refused} />
        <div>
          <StaffButton type="submit" busy={busy}>
            {m.till_move_now()}
          </StaffButton>
        </div>
      </form>
    </Panel>
  )
}

type Props = { label: string; name: string; min: 0 | 1; error: string | undefined }

/** Whole dollars of cash. */
const AmountField = (field: Props) => (
  <TextField {...field} type="number" inputMode="numeric" max={mostAtOnce} step={1} autoComplete="off" />
)
