import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { noteFailure } from '#lib/failures.ts'
import type { Logger } from 'pino'

export type Heard = {
  notice(payload: string): void
  /** Listening has begun, or begun again: notices sent before, or while the connection was lost, were missed. */
  listening(): void
}
export type Listener = { stop(): Promise<void> }

/** Heartbeat: a connection that a router has silently dropped reports no error, so it is queried regularly. */
const askEvery = 2_000
const answerWithin = 3_000
const connectWithin = 1_500
/** Backoff of reconnecting. Short, so that live pages are up to date within two seconds of the database's return. */
const firstPause = 50
const longestPause = 700

/** LISTENs to a channel on a connection of its own, and reconnects until it is stopped. */
export function listenTo(url: string, channel: string, heard: Heard, log: Logger): Listener {
  const stopped = new AbortController()
  const running = listenFor(url, channel, heard, log, stopped.signal)
  return {
    async stop() {
      stopped.abort()
      await running
    },
  }
}

async function listenFor(url: string, channel: string, heard: Heard, log: Logger, stopped: AbortSignal): Promise<void> {
  let failures = 0
  while (!stopped.aborted) {
    try {
      await listenOnce(url, channel, stopped, {
        notice(payload) {
          try {
            heard.notice(payload)
          } catch (err) {
            noteFailure(log, 'event', err, 'a notice of the database could not be handled', { channel })
          }
        },
        listening() {
          failures = 0
          heard.listening()
        },
      })
    } catch (err) {
      failures++
      if (failures === 1) log.warn({ err, channel }, 'the connection that listens to the database was lost')
    }
    const pause = Math.min(longestPause, firstPause * 2 ** failures) * (0.5 + Math.random())
    await delay(pause, undefined, { signal: stopped }).catch(() => {})
  }
}

/** Listens on one connection, until it breaks or `stopped`. */
async function listenOnce(url: string, channel: string, stopped: AbortSignal, heard: Heard): Promise<void> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'fieldhouse-live',
    keepAlive: true,
    connectionTimeoutMillis: connectWithin,
    query_timeout: answerWithin,
  })
  const broken = new Promise<never>((_, reject) => {
    client.on('error', reject)
    client.on('end', () => reject(new Error('the database closed the connection')))
  })
  // After the loop below nothing awaits it: without this, its rejection would be unhandled.
  broken.catch(() => {})
  try {
    await Promise.race([client.connect(), broken])
    client.on('notification', ({ payload }) => heard.notice(payload ?? ''))
    await client.query(`listen ${pg.escapeIdentifier(channel)}`)
    heard.listening()
    while (!stopped.aborted) {
      await Promise.race([delay(askEvery, undefined, { signal: stopped }).catch(() => {}), broken])
      if (!stopped.aborted) await client.query('select 1')
    }
  } finally {
    await client.end().catch(() => {})
  }
}
