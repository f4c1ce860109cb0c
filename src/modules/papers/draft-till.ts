import * as m from '#i18n/generated/messages.js'
import { ok, refuse, type Result } from '#lib/result.ts'
import { dayOf } from '#lib/zone.ts'
import { readSlipsOf } from '#modules/refunds/slip-store.ts'
import { findTill, readTillRows } from '#modules/tills/store.ts'
import type { PapersDeps } from './deps.ts'
import type { Draft } from './print-paper.ts'
import { tillBlocks } from './till-paper.ts'

/** The paper of a till, open or closed. */
export async function draftTill({ db }: Pick<PapersDeps, 'db'>, id: string): Promise<Result<Draft, { code: 'not_found' }>> {
  const till = await findTill(db, id)
  if (!till) return refuse({ code: 'not_found' })
  const [rows, slips] = await Promise.all([readTillRows(db, id), readSlipsOf(db, id)])
  return ok({
    title: (locale) => m.till_close_sheet({}, { locale }),
    number: `${dayOf(till.openedAt)} ${id.slice(0, 8)}`,
    blocks: (speak) => tillBlocks({ till, rows, slips }, speak),
  })
}
