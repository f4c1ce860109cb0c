import { reply, type Api } from '#http/call.ts'
import type { StatusOf } from '#http/problem.ts'
import { financeRoles, managerOrFinanceRoles } from '#http/session.ts'
import { dayOf } from '#lib/zone.ts'
import { readLimits, readRules } from '#modules/settings/store.ts'
import { bankFileName } from './bank-file-rules.ts'
import { batchTransfers, transfersFile, writeBankFile, type BankFileRefusal } from './batch-transfers.ts'
import type { RefundsDeps } from './deps.ts'
import { presentListed } from './office-present.ts'
import {
  BankFileQuery,
  BatchBody,
  BatchListAnswer,
  ReadyQuery,
  RefundQueueAnswer,
  StatementAnswer,
  StatementBody,
  StatementPaidAnswer,
  StatementPayBody,
  TakenBatchAnswer,
} from './office-wire.ts'
import { checkStatement, payByStatement } from './pay-by-statement.ts'
import { countInBatches, findBatches, findReadyTransfers } from './queue-store.ts'
import { findTransfers } from './read-store.ts'
import { TransfersQuery } from './wire.ts'

const fileStatus = { not_found: 404, batch_settled: 409, transfers_not_writable: 422 } as const satisfies StatusOf<BankFileRefusal>

/** Transfers: into a batch, to the bank as a file, and back as the bank's statement. */
export function transfersApi(api: Api, deps: RefundsDeps): void {
  readTransfers(api, deps)
  bankFiles(api, deps)
  const { db, lettersDue } = deps
  api.add(
    {
      method: 'post',
      path: '/api/Staff/Refund/Batch',
      summary: 'Take all transfers that are ready, or some of them, into one batch, so that nobody else pays them too',
      access: financeRoles,
      body: BatchBody,
      answers: { 200: TakenBatchAnswer },
    },
    async ({ body, session, audit, now }) => reply(200, await batchTransfers(db, session.memberId, audit, now, body.refundNos)),
  )

  api.add(
    {
      method: 'post',
      path: '/api/Staff/Refund/Statement',
      reads: true,
      summary: 'What a pasted statement of the bank would pay, line by line; nothing is written',
      access: financeRoles,
      body: StatementBody,
      answers: { 200: StatementAnswer },
    },
    async ({ body }) => reply(200, { lines: await checkStatement(db, body.text) }),
  )

  api.add(
    {
      method: 'post',
      path: '/api/Staff/Refund/Statement/Pay',
      summary: 'Mark the transfers of a statement as paid, in one transaction; what has changed since is left and named',
      access: financeRoles,
      body: StatementPayBody,
      answers: { 200: StatementPaidAnswer },
    },
    async ({ body, session, audit, now }) => {
      const paid = await payByStatement(db, { ...body, by: session.memberId }, audit, now)
      lettersDue()
      return reply(200, paid)
    },
  )
}

function readTransfers(api: Api, { db }: RefundsDeps): void {
  api.add(
    {
      method: 'get',
      path: '/api/Staff/Refund/Ready',
      summary: 'Transfers that the next batch would take, oldest first',
      access: managerOrFinanceRoles,
      query: ReadyQuery,
      answers: { 200: RefundQueueAnswer },
    },
    async ({ query: { person }, locale, now }) => {
      const { transfers } = await readLimits(db)
      const rows = await findReadyTransfers(db, transfers.secondPersonAbove, person)
      return reply(200, {
        items: rows.map((row) => presentListed(row, locale)),
        count: rows[0]?.count ?? 0,
        amount: rows[0]?.total ?? 0,
        serverTime: now.toISOString(),
      })
    },
  )

  api.add(
    {
      method: 'get',
      path: '/api/Staff/Refund/Batches',
      summary: 'Batches of transfers, those with something unpaid first',
      access: managerOrFinanceRoles,
      answers: { 200: BatchListAnswer },
    },
    async () => {
      const [batches, { transfers }] = await Promise.all([findBatches(db), readRules(db)])
      const open = await countInBatches(db, transfers.secondPersonAbove)
      const items = batches.map((batch) => ({
        ...batch,
        takenAt: batch.takenAt.toISOString(),
        fileName: bankFileName(transfers, batch.batchNo),
      }))
      return reply(200, { items, open })
    },
  )
}

function bankFiles(api: Api, { db }: RefundsDeps): void {
  api.add(
    {
      method: 'get',
      path: '/api/Staff/Refund/BankFile',
      summary: 'What is unpaid of a batch, as a file in the format of the centre’s bank',
      access: financeRoles,
      query: BankFileQuery,
      answers: { 200: 'bytes' },
      refusals: fileStatus,
    },
    async ({ query: { batch }, audit, now }) => {
      const file = await writeBankFile(db, batch, audit, now)
      if (!file.ok) return file
      const { name, bytes, encoding } = file.value
      return reply(200, bytes, {
        'content-type': `text/plain; charset=${encoding}`,
        'content-disposition': `attachment; filename="${name}"`,
      })
    },
  )

  api.add(
    {
      method: 'get',
      path: '/api/Staff/Refund/Transfers.csv',
      summary: 'Transfers due, or those of one batch, as a table for spreadsheets',
      access: financeRoles,
      query: TransfersQuery,
      answers: { 200: 'bytes' },
    },
    async ({ query: { batch }, audit, locale, now }) => {
      const transfers = await findTransfers(db, batch)
      await audit(db, {
        action: 'transfers.exported',
        subject: { kind: 'transfers', id: batch === undefined ? dayOf(now) : String(batch) },
        after: { refunds: transfers.map(({ refundNo }) => refundNo) },
      })
      return reply(200, transfersFile(transfers, locale), {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': `attachment; filename="transfers-${batch === undefined ? dayOf(now) : `batch-${batch}`}.csv"`,
      })
    },
  )
}
