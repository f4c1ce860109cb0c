import type { Db, Trx } from '#db/connect.ts'
import { inTransaction } from '#db/transaction.ts'
import type { Audit } from '#http/audit.ts'
import type { Words } from '#i18n/words.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import { releaseFiles } from '#modules/files/keep-files.ts'
import {
  publishingDates,
  visibilityOf,
  type Dated,
  type Dates,
  type ExpiresTooEarly,
  type PublishingMove,
  type Visibility,
} from './publishing-rules.ts'
import type { DraftKind, Saver } from './publishing-store.ts'

export type Noun = 'article' | 'highlight'
type NotFound = { code: 'not_found' }
export type WithdrawRefusal<N extends Noun> = NotFound | { code: `${N}_not_published` }
export type DeleteRefusal<N extends Noun> = NotFound | { code: `${N}_not_draft` }
/** Saved by somebody else since it was read: by whom and when. */
export type Changed<N extends Noun> = { code: `${N}_changed`; changedBy: string | null; changedAt: Date | null }

export const changedSince = <N extends Noun>(noun: N, saver: Saver | undefined): Changed<N> => ({
  code: `${noun}_changed`,
  changedBy: saver?.savedBy ?? null,
  changedAt: saver?.savedAt ?? null,
})

type Row = Dated & { title: Words }
type Why = { code: string }

/** News, documents or stories, as whoever publishes them sees them. */
export type Shelf<Id, One extends Row, N extends Noun, W extends Why> = {
  /** What its actions begin with. */
  noun: N
  kind: DraftKind
  /** Locks it until the end of the transaction. */
  lock(trx: Trx, id: Id): Promise<One | undefined>
  /** Why visitors cannot be shown it as it is. */
  whyNotShown(one: One): W | undefined
  move(trx: Trx, id: Id, move: PublishingMove, dates: Dates | undefined, now: Date): Promise<unknown>
  /** Deletes a draft, and answers its files. */
  remove(trx: Trx, one: One): Promise<string[]>
}

const subjectOf = <Id>({ kind }: { kind: DraftKind }, id: Id, { title }: Row) => ({ kind, id: String(id), label: title })

type Publishing<Id> = { id: Id; publishAt?: Date | undefined; expiresAt: Date | null }

export async function publish<Id, One extends Row, W extends Why>(
  db: Db,
  shelf: Shelf<Id, One, Noun, W>,
  { id, ...wanted }: Publishing<Id>,
  audit: Audit,
  now: Date,
): Promise<Result<Visibility, NotFound | ExpiresTooEarly | W>> {
  return inTransaction<Visibility, NotFound | ExpiresTooEarly | W>(db, async (trx) => {
    const one = await shelf.lock(trx, id)
    if (!one) return refuse({ code: 'not_found' })
    const why = shelf.whyNotShown(one)
    if (why) return refuse(why)
    const dates = publishingDates(one, wanted, now)
    if (!dates.ok) return dates
    await shelf.move(trx, id, 'publish', dates.value, now)
    await audit(trx, {
      action: shelf.noun === 'article' ? 'article.published' : 'highlight.published',
      subject: subjectOf(shelf, id, one),
      after: dates.value,
    })
    return ok(visibilityOf({ state: 'published', ...dates.value }, now))
  })
}

export async function withdraw<Id, One extends Row, N extends Noun>(
  db: Db,
  shelf: Shelf<Id, One, N, Why>,
  id: Id,
  audit: Audit,
  now: Date,
): Promise<Result<void, WithdrawRefusal<N>>> {
  return inTransaction<void, WithdrawRefusal<N>>(db, async (trx) => {
    const one = await shelf.lock(trx, id)
    if (!one) return refuse({ code: 'not_found' })
    if (one.state !== 'published') return refuse({ code: `${shelf.noun}_not_published` })
    await shelf.move(trx, id, 'withdraw', undefined, now)
    await audit(trx, {
      action: shelf.noun === 'article' ? 'article.withdrawn' : 'highlight.withdrawn',
      subject: subjectOf(shelf, id, one),
    })
    return ok(undefined)
  })
}

/** Only drafts can be deleted; what was published is withdrawn. */
export async function deleteDraft<Id, One extends Row, N extends Noun>(
  db: Db,
  shelf: Shelf<Id, One, N, Why>,
  id: Id,
  audit: Audit,
  now: Date,
): Promise<Result<void, DeleteRefusal<N>>> {
  return inTransaction<void, DeleteRefusal<N>>(db, async (trx) => {
    const one = await shelf.lock(trx, id)
    if (!one) return refuse({ code: 'not_found' })
    if (one.state !== 'draft') return refuse({ code: `${shelf.noun}_not_draft` })
    await releaseFiles(trx, await shelf.remove(trx, one), now)
    await audit(trx, {
      action: shelf.noun === 'article' ? 'article.deleted' : 'highlight.deleted',
      subject: subjectOf(shelf, id, one),
    })
    return ok(undefined)
  })
}
