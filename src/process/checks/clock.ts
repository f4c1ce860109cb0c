import type pg from 'pg'
import { found, type Finding } from '#http/findings.ts'

/** Codes of an authenticator app last 30 seconds, and a payment provider may refuse questions that are three minutes old. */
const limits = { warning: 2, wrong: 20 }

/** Compares this machine's clock with the database's, at the middle of a round trip. */
export async function checkClock(client: pg.Client): Promise<Finding[]> {
  const before = Date.now()
  const { rows } = await client.query<{ now: string }>('select extract(epoch from clock_timestamp()) * 1000 as now')
  const offset = (Number(rows[0]!.now) - (before + Date.now()) / 2) / 1000
  return [clockFinding(offset, 'PostgreSQL')]
}

/** `offset` in seconds: by how much the other clock is ahead. */
export function clockFinding(offset: number, against: string): Finding {
  const seconds = Math.abs(offset)
  const values = { against, seconds: seconds < 10 ? seconds.toFixed(1) : Math.round(seconds) }
  return found('clock', seconds > limits.wrong ? 'clock_wrong' : seconds > limits.warning ? 'clock_off' : 'clock_right', values)
}

/** Compares with the Date header of services that the centre depends on; those that do not answer are left out. */
export async function checkClockByHttp(urls: readonly string[]): Promise<Finding[]> {
  const offsets = await Promise.all(urls.map((url) => httpOffset(new URL(url))))
  return offsets.filter((finding) => finding !== undefined)
}

async function httpOffset({ origin, host }: URL): Promise<Finding | undefined> {
  try {
    const { headers } = await fetch(origin, { method: 'HEAD', redirect: 'manual', signal: AbortSignal.timeout(5000) })
    const said = Date.parse(headers.get('date') ?? '')
    // The header has whole seconds: half a second is its mean error.
    return Number.isNaN(said) ? undefined : clockFinding((said + 500 - Date.now()) / 1000, host)
  } catch {
    return undefined
  }
}
