import type { Db, Trx } from '#db/connect.ts'
import type { Jobs } from '#db/jobs.ts'
import { isConnectionLoss } from '#db/unavailable.ts'
import type { Log } from '#http/log.ts'
import { noteFailure } from '#lib/failures.ts'
import { lockUntold, markTold, postponeEvent, type OutboxEvent } from './outbox-store.ts'
import { queueMessage, type MessageRequest } from './queue-message.ts'
import { nextTry } from './rules.ts'

/** Called after the commit that wrote an event. Never waits, never fails. */

const gatherFor = 300

/** Starts the job that writes letters, at most once every 300 ms. If the call is lost, the run of the next minute writes them. */
export function openLetterWriter(db: Db, jobs: Jobs, log: Log): () => void {
  let timer: NodeJS.Timeout | undefined
  return () => {
    timer ??= setTimeout(() => {
      timer = undefined
      jobs.send(db, 'write-letters', {}).catch((err: unknown) => log.warn({ err }, 'letters will be written a little later'))
    }, gatherFor).unref()
  }
}

/**
 * A mail or a text about an event. The event and its reader make its cause: the same event never writes a second letter to one reader.
 * `reader`: the member who reads it too; undefined for the first reader, who is mostly the only one.
 */
export type EventLetter = Omit<MessageRequest, 'cause' | 'asked'> & { eventId: number; reader?: string }

/** The end of a cause that tells the letters of one event apart. */
export const readerCause = (reader: string | undefined): string => (reader === undefined ? '' : `:to:${reader}`)

/** The reader in a cause; undefined for the first one. */
export const readerIn = (cause: string): string | undefined => /:to:([\da-f-]{36})$/.exec(cause)?.[1]

/**
 * Turns the unhandled events of one subject, oldest first, into letters, in the transaction that marks them as told. `later`: what they
 * say depends on a letter of another subject that is not written yet.
 */
export type LetterWriter = (trx: Trx, events: OutboxEvent[], now: Date) => Promise<EventLetter[] | 'later'>
/** By topic. Events of a topic that has no writer are marked as told, and nothing is written. */
export type LetterWriters = Readonly<Partial<Record<string, LetterWriter>>>
export type Writing = { db: Db; jobs: Jobs; log: Log }

const subjectsAtOnce = 25
/** Waits four times as long as a batch took, so that mails yield to bookings. */
const restFor = 4
/** How long a letter waits that another one has to precede; then it waits for the next run. */
const waitForOther = 1000

/**
 * Writes the letters of all unhandled events, in batches; returns the number of events.
 * An event whose letter fails delays only its own subject: the batch is rolled back and taken again without it.
 */
export async function writeLetters(writing: Writing, writers: LetterWriters, now: Date): Promise<number> {
  const left = new Set<string>()
  const told = await writeBatches(writing, writers, left, now)
  if (left.size === 0) return told
  // Another run is just writing what they wait for.
  await new Promise((resolve) => setTimeout(resolve, waitForOther))
  return told + (await writeBatches(writing, writers, new Set(), now))
}

/** `left`: subjects that wait for letters of other subjects; it adds those that it finds. */
async function writeBatches(writing: Writing, writers: LetterWriters, left: Set<string>, now: Date): Promise<number> {
  let told = 0
  for (;;) {
    const begun = performance.now()
    const batch = await writeBatch(writing, writers, left, now)
    told += batch.told
    if (batch.isLast) return told
    await new Promise((resolve) => setTimeout(resolve, restFor * (performance.now() - begun)))
  }
}

class LetterFailed extends Error {
  readonly event: OutboxEvent
  constructor(event: OutboxEvent, cause: unknown) {
    super('a letter could not be written', { cause })
    this.event = event
  }
}

async function writeBatch(
  { db, jobs, log }: Writing,
  writers: LetterWriters,
  left: Set<string>,
  now: Date,
): Promise<{ told: number; isLast: boolean }> {
  try {
    return await db.transaction().execute(async (trx) => {
      const events = await lockUntold(trx, subjectsAtOnce, [...left], now)
      const subjects = Map.groupBy(events, ({ topic, subjectId }) => `${topic} ${subjectId}`)
      // A millisecond apart, and never before the event: an inbox shows messages in the order of their events.
      const writtenAt = new Map(events.map(({ id, at }, turn) => [id, new Date(Math.max(now.getTime(), at.getTime()) + turn)]))
      let told = 0
      for (const together of subjects.values())
        if (await writeAbout(trx, { jobs, writers, writtenAt }, together, now)) told += together.length
        else left.add(together[0]!.subjectId)
      return { told, isLast: subjects.size < subjectsAtOnce }
    })
  } catch (error) {
    if (!(error instanceof LetterFailed) || isConnectionLoss(error.cause)) throw error
    const { id, topic, subjectId, tries } = error.event
    const told = { event: id, topic, subjectId, tries: tries + 1 }
    noteFailure(log, 'job', error.cause, 'a letter could not be written and is tried again later', told)
    await postponeEvent(db, id, nextTry(tries + 1, now))
    return { told: 0, isLast: false }
  }
}

type Batch = { jobs: Jobs; writers: LetterWriters; /** By the event's id. */ writtenAt: Map<number, Date> }

/** False when they are left for later. Told events are marked at once: letters of the same batch that wait for these see it. */
async function writeAbout(trx: Trx, { jobs, writers, writtenAt }: Batch, events: OutboxEvent[], now: Date): Promise<boolean> {
  const [oldest] = events
  try {
    const letters = (await writers[oldest!.topic]?.(trx, events, now)) ?? []
    if (letters === 'later') return false
    for (const { eventId, reader, ...letter } of letters) {
      const cause = `outbox:${eventId}${readerCause(reader)}`
      await queueMessage(trx, jobs, { ...letter, cause }, writtenAt.get(eventId) ?? now)
    }
    const ids = events.map(({ id }) => id)
    await markTold(trx, ids, now)
    return true
  } catch (error) {
    throw new LetterFailed(oldest!, error)
  }
}
