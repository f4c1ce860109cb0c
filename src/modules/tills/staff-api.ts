import type { Db } from '#db/connect.ts'
import { done, reply, type Api } from '#http/call.ts'
import { idempotencyKeyOf, keyStatus } from '#http/idempotency-key.ts'
import type { StatusOf } from '#http/problem.ts'
import { deskOrFinanceRoles, deskRoles } from '#http/session.ts'
import { refuse } from '#lib/result.ts'
import { closeTill, moveCash, openTill, type CloseRefusal, type MoveRefusal, type OpenRefusal } from './close-till.ts'
import { presentDetail, presentTill } from './present.ts'
import type { Slip } from './rules.ts'
import { findTill, findTills, readTillRows } from './store.ts'
import { tillCsv, tillFileName, tillWorkbook } from './till-file.ts'
import {
  ClosedAnswer,
  CloseTillBody,
  MoveCashBody,
  OpenTillBody,
  TillDetailAnswer,
  TillIdAnswer,
  TillListAnswer,
  TillParams,
} from './wire.ts'

const openStatus = { till_open_already: 409 } as const satisfies StatusOf<OpenRefusal>
const moveStatus = { ...keyStatus, till_closed: 409, till_too_empty: 409 } as const satisfies StatusOf<MoveRefusal>
const closeStatus = {
  not_found: 404,
  till_closed: 409,
  till_changed: 409,
  difference_unexplained: 422,
} as const satisfies StatusOf<CloseRefusal>

export type TillsDeps = {
  db: Db
  /** Slips of the card terminal and vouchers that belong to this till. */
  slipsOf(tillId: string): Promise<Slip[]>
}

const recentAtMost = 60

/** Tills: opened, moved, closed and read by staff. */
export function tillsStaffApi(api: Api, deps: TillsDeps): void {
  changeTills(api, deps)
  readTills(api, deps)
  exportTills(api, deps)
}

function changeTills(api: Api, { db }: TillsDeps): void {
  api.add(
    {
      method: 'post',
      path: '/api/Staff/Till/Open',
      summary: 'Open a till with the float that is in it',
      access: deskRoles,
      body: OpenTillBody,
      answers: { 201: TillIdAnswer },
      refusals: openStatus,
    },
    async ({ body, session, audit, now }) => {
      const opened = await openTill(db, { ...body, by: session.memberId }, audit, now)
      return opened.ok ? reply(201, { tillId: opened.value }) : opened
    },
  )

  api.add(
    {
      method: 'post',
      path: '/api/Staff/Till/Move',
      summary: 'Put cash into a till or take it out, with a reason; needs the header Idempotency-Key',
      access: deskRoles,
      body: MoveCashBody,
      answers: { 204: null },
      refusals: moveStatus,
    },
    async ({ request, body, session, audit, now }) => {
      const key = idempotencyKeyOf(request)
      if (!key.ok) return refuse<{ code: keyof typeof moveStatus }>(key.refusal)
      return done(await moveCash(db, { ...body, by: session.memberId, idempotencyKey: key.value }, audit, now))
    },
  )

  api.add(
    {
      method: 'post',
      path: '/api/Staff/Till/Close',
      summary: 'Close a till with its count; a difference needs an explanation',
      access: deskRoles,
      body: CloseTillBody,
      answers: { 200: ClosedAnswer },
      refusals: closeStatus,
    },
    async ({ body: { expected, ...body }, session, audit, now }) => {
      const closed = await closeTill(db, { ...body, seenExpected: expected, by: session.memberId }, audit, now)
      return closed.ok ? reply(200, closed.value) : closed
    },
  )
}

function readTills(api: Api, { db, slipsOf }: TillsDeps): void {
  api.add(
    {
      method: 'get',
      path: '/api/Staff/Till/List',
      summary: 'Tills that are open, and the last ones',
      access: deskOrFinanceRoles,
      answers: { 200: TillListAnswer },
    },
    async () => {
      const [open, recent] = await Promise.all([findTills(db, 'open'), findTills(db, { limit: recentAtMost })])
      return reply(200, { open: open.map(presentTill), recent: recent.map(presentTill) })
    },
  )

  api.add(
    {
      method: 'get',
      path: '/api/Staff/Till/{id}',
      summary: 'A till with all its rows',
      access: deskOrFinanceRoles,
      params: TillParams,
      answers: { 200: TillDetailAnswer },
      refusals: { not_found: 404 },
    },
    async ({ params: { id } }) => {
      const till = await findTill(db, id)
      if (!till) return refuse({ code: 'not_found' as const })
      return reply(200, presentDetail(till, await readTillRows(db, id), await slipsOf(id)))
    },
  )
}

const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const download = (name: string, type: string) => ({ 'content-type': type, 'content-disposition': `attachment; filename="${name}"` })

function exportTills(api: Api, { db, slipsOf }: TillsDeps): void {
  api.add(
    {
      method: 'get',
      path: '/api/Staff/Till/{id}/Rows.csv',
      summary: 'The rows of a till as a table for spreadsheets',
      access: deskOrFinanceRoles,
      params: TillParams,
      answers: { 200: 'bytes' },
      refusals: { not_found: 404 },
    },
    async ({ params: { id }, locale }) => {
      const till = await findTill(db, id)
      if (!till) return refuse({ code: 'not_found' as const })
      return reply(200, tillCsv(await readTillRows(db, id), locale), download(tillFileName(till, 'csv'), 'text/csv; charset=utf-8'))
    },
  )

  api.add(
    {
      method: 'get',
      path: '/api/Staff/Till/{id}/Close.xlsx',
      summary: 'A till as a workbook: sums, count and rows, a sheet each',
      access: deskOrFinanceRoles,
      params: TillParams,
      answers: { 200: 'bytes' },
      refusals: { not_found: 404 },
    },
    async ({ params: { id }, locale }) => {
      const till = await findTill(db, id)
      if (!till) return refuse({ code: 'not_found' as const })
      const closed = { till, rows: await readTillRows(db, id), slips: await slipsOf(id) }
      return reply(200, await tillWorkbook(closed, locale), download(tillFileName(till, 'xlsx'), xlsxType))
    },
  )
}
