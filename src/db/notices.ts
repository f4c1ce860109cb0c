import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import type { Logger } from 'pino'

export type Heard = {
  notice(payload: string): void
  /** It listens now. Whatever was said before, or while the connection was gone, has not been heard. */
  listening(): void
}
export type Listener = { stop(): Promise<void> }

/** A connection that a router on the way has forgotten says nothing, not even that it is gone: so it is asked. */
const askEvery = 2_000
const answerWithin = 3_000
const connectWithin = 1_500
/** Short, so that whoever watches hears again within two seconds of the database's return. */
const firstPause = 50
const longestPause = 700

/** Listens to a channel of the database on a connection of its own, and connects again for as long as it is wanted. */
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
        notice: heard.notice,
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

/** One connection, until it breaks or is no longer wanted. */
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
  // Nobody waits for it once the loop below has ended.
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
