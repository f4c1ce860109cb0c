import { m } from '#i18n/generated/messages.js'
import type { BulkReviewAnswer, SeasonAnswer, SeasonRequest } from '#modules/preorders/season-wire.ts'
import { PreOrderChip } from '#ui/preorders/state-chip.tsx'
import { Callout } from '#ui/kit/callout.tsx'
import { Chip } from '#ui/kit/chip.tsx'
import { TickBox } from '#ui/kit/control.tsx'
import { toast } from '#ui/kit/toast.tsx'
import { DownloadButton } from '#ui/staff/kit/download-button.tsx'
import { ListAndPanel } from '#ui/staff/kit/list-and-panel.tsx'
import { entryAfter } from '#ui/staff/kit/queue-order.ts'
import { StaffButton } from '#ui/staff/kit/staff-button.tsx'
import { toLocation } from '#ui/kit/to-location.ts'
import { listRow } from '#ui/staff/kit/use-list-keys.ts'
import { useKeys } from '#ui/staff/kit/use-keys.ts'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { DecideSheet } from './decide-sheet.tsx'
import { RequestFilters } from './request-filters.tsx'
import { RequestPanel } from './request-panel.tsx'
import { addressOf, filtered, isOpen, type RoundsSearch } from './rounds-search.ts'
import style from './rounds.module.css'
import type { DecisionKind } from './use-decide.ts'

type Lines = BulkReviewAnswer['lines']
type Asking = { decision: DecisionKind; requests: SeasonRequest[] }

/** What clubs have sent: one opens beside the list, many are chosen and decided at once. */
export function RequestsTab({ season, search }: { season: SeasonAnswer; search: RoundsSearch }) {
  const tab = useRequests(season, search)
  const { shown, opened, chosenNow, addressFor, asking, refused } = tab
  const { open } = search
  const list = (
    <div className={style.queue}>
      <Summary {...{ season, shown, chosen: chosenNow, onChoose: tab.choose, onDecide: tab.decide }} />
      {refused && <Refused {...refused} requests={season.requests} onClose={() => tab.setRefused(undefined)} />}
      {shown.length === 0 && <p className="nothing">{m.rounds_requests_none()}</p>}
      {shown.length > 0 && (
        <ol className={style.requests} aria-label={m.rounds_tab_requests()}>
          {shown.map((one) => (
            <Row
              key={one.orderNo}
              request={one}
              isOpened={one.orderNo === open}
              isChosen={tab.chosen.has(one.orderNo)}
              address={addressFor(one.orderNo)}
              onToggle={tab.toggle}
            />
          ))}
        </ol>
      )}
      <p className={style.keys}>{m.rounds_bulk_keys()}</p>
    </div>
  )
  const panel = open !== undefined && (
    <RequestPanel
      key={open}
      season={season}
      request={opened}
      closed={addressFor(undefined)}
      onDecide={(decision) => opened && tab.ask({ decision, requests: [opened] })}
    />
  )
  return (
    <>
      <ListAndPanel filters={<RequestFilters search={search} />} list={list} panel={panel} />
      {asking && <DecideSheet season={season} {...asking} onDone={tab.finish} onClose={() => tab.ask(undefined)} />}
    </>
  )
}

/** What is shown, open, chosen and being decided, and the keys for it. */
function useRequests(season: SeasonAnswer, search: RoundsSearch) {
  const navigate = useNavigate()
  const shown = filtered(season.requests, search)
  const entries = shown.map(({ orderNo }) => ({ key: orderNo }))
  const addressFor = (open: string | undefined) => addressOf({ ...search, open })
  const go = (open: string | undefined) => void navigate({ ...toLocation(addressFor(open)), resetScroll: false })
  const [chosen, choose] = useState<ReadonlySet<string>>(new Set())
  const [asking, ask] = useState<Asking>()
  const [refused, setRefused] = useState<{ done: number; lines: Lines }>()
  const { open } = search
  const opened = season.requests.find(({ orderNo }) => orderNo === open)
  // What a filter hides, or somebody else has decided, is chosen no longer.
  const chosenNow = shown.filter((one) => chosen.has(one.orderNo) && isOpen(one))
  const toggle = (orderNo: string) =>
    choose((before) => new Set(before.has(orderNo) ? [...before].filter((one) => one !== orderNo) : [...before, orderNo]))
  const decide = (decision: DecisionKind) => {
    const requests = chosenNow.length > 0 ? chosenNow : opened && isOpen(opened) ? [opened] : []
    if (requests.length > 0) ask({ decision, requests })
  }
  useKeys({
    x: () => opened && isOpen(opened) && toggle(opened.orderNo),
    a: () => decide('approved'),
    d: () => decide('needs-documents'),
    r: () => decide('rejected'),
  })
  const finish = (lines: Lines) => {
    const failed = lines.filter(({ isDone }) => !isDone)
    choose(new Set())
    setRefused(failed.length > 0 ? { done: lines.length - failed.length, lines: failed } : undefined)
    if (failed.length === 0) toast('success', m.rounds_bulk_done({ done: lines.length }))
    if (open !== undefined && lines.some((line) => line.orderNo === open && line.isDone)) go(entryAfter(entries, open))
  }
  return { shown, opened, chosen, chosenNow, addressFor, asking, refused, choose, toggle, ask, decide, finish, setRefused }
}

type SummaryProps = {
  season: SeasonAnswer
  shown: SeasonRequest[]
  chosen: SeasonRequest[]
  onChoose(chosen: ReadonlySet<string>): void
  onDecide(decision: DecisionKind): void
}

function Summary({ season: { round }, shown, chosen, onChoose, onDecide }: SummaryProps) {
  const open = shown.filter(isOpen)
  return (
    <div className={style.bulk}>
      <p role="status">
        {chosen.length > 0 ? m.rounds_chosen({ count: chosen.length }) : m.rounds_requests_count({ count: shown.length })}
      </p>
      {open.length > 0 && chosen.length < open.length && (
        <StaffButton look="quiet" onClick={() => onChoose(new Set(open.map(({ orderNo }) => orderNo)))}>
          {m.rounds_choose_all({ count: open.length })}
        </StaffButton>
      )}
      {chosen.length > 0 ? (
        <>
          <StaffButton look="quiet" onClick={() => onChoose(new Set())}>
            {m.rounds_choose_none()}
          </StaffButton>
          <StaffButton look="primary" icon="check" onClick={() => onDecide('approved')}>
            {m.rounds_approve()}
          </StaffButton>
          <StaffButton onClick={() => onDecide('needs-documents')}>{m.rounds_ask()}</StaffButton>
          <StaffButton look="danger" onClick={() => onDecide('rejected')}>
            {m.rounds_reject()}
          </StaffButton>
        </>
      ) : (
        <Exports id={round.id} />
      )}
    </div>
  )
}

export function Exports({ id }: { id: number }) {
  return (
    <>
      <DownloadButton look="quiet" path={`/api/Staff/Season/${id}/Export.csv`} fileName={() => `season-${id}.csv`}>
        {m.rounds_plan_csv()}
      </DownloadButton>
      <DownloadButton look="quiet" path={`/api/Staff/Season/${id}/Export.xlsx`} fileName={() => `season-${id}.xlsx`}>
        {m.rounds_plan_xlsx()}
      </DownloadButton>
    </>
  )
}

type RowProps = { request: SeasonRequest; isOpened: boolean; isChosen: boolean; address: string; onToggle(orderNo: string): void }

function Row({ request, isOpened, isChosen, address, onToggle }: RowProps) {
  const { orderNo, club, title, status, summary, held, asked, missing, lost } = request
  return (
    <li {...listRow}>
      <TickBox
        aria-label={m.rounds_choose_one({ club })}
        checked={isChosen && isOpen(request)}
        disabled={!isOpen(request)}
        onChange={() => onToggle(orderNo)}
      />
      <Link {...toLocation(address)} aria-current={isOpened ? 'true' : undefined} resetScroll={false}>
        <b>{club}</b>
        <span>{title}</span>
        <small>{summary.join('；')}</small>
      </Link>
      <span className={style.marks}>
        <PreOrderChip state={status} />
        <small>{m.rounds_request_held({ held, asked })}</small>
        {isOpen(request) && missing.length > 0 && <Chip tone="due">{m.rounds_filter_missing()}</Chip>}
        {lost.length > 0 && <Chip>{m.rounds_request_lost()}</Chip>}
      </span>
    </li>
  )
}

type RefusedProps = { done: number; lines: Lines; requests: SeasonRequest[]; onClose(): void }

/** What was not decided, line by line, with why. */
function Refused({ done, lines, requests, onClose }: RefusedProps) {
  const clubOf = (orderNo: string) => requests.find((one) => one.orderNo === orderNo)?.club ?? orderNo
  return (
    <Callout
      tone="due"
      role="alert"
      title={m.rounds_bulk_partly({ done, failed: lines.length })}
      action={<StaffButton onClick={onClose}>{m.rounds_bulk_close()}</StaffButton>}
    >
      <ul className={style.refused}>
        {lines.map(({ orderNo, reason }) => (
          <li key={orderNo}>
            {clubOf(orderNo)}　{reason}
          </li>
        ))}
      </ul>
    </Callout>
  )
}
