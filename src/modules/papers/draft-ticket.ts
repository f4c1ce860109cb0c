import * as m from '#i18n/generated/messages.js'
import { ok, refuse, type Result } from '#lib/result.ts'
import { readTicket } from '#modules/attendance/read-feed.ts'
import { readFace } from '#modules/centre/store.ts'
import type { PapersDeps } from './deps.ts'
import type { Draft } from './print-paper.ts'
import { findBuyer } from './store.ts'
import { ticketBlocks } from './ticket-paper.ts'

/** The tickets of the member's booking, to print or to keep. What has no ticket, has no paper of it. */
export async function draftTicket(
  { db, catalogues, tokens }: Pick<PapersDeps, 'db' | 'catalogues' | 'tokens'>,
  orderNo: string,
  memberId: string,
  now: Date,
): Promise<Result<Draft, { code: 'not_found' }>> {
  const [ticket, buyer, centre] = await Promise.all([
    readTicket({ db, catalogues, tokens }, memberId, orderNo, now),
    findBuyer(db, orderNo),
    readFace(db),
  ])
  if (!ticket.ok || !buyer) return refuse({ code: 'not_found' })
  const { order, players } = ticket.value
  const items = ticket.value.items.filter(({ state }) => state === 'active')
  const paper = { orderNo, name: order.contactName === '' ? buyer.name : order.contactName, items, players, centre }
  return ok({
    title: (locale) => m.ticket_title({}, { locale }),
    number: orderNo,
    blocks: (speak) => ticketBlocks(paper, speak),
  })
}
