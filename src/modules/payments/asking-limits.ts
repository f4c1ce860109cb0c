import type { DbOrTrx } from '#db/connect.ts'
import { listWindows, readTurns, returnTurn, takeTurn } from '#http/rate-limits.ts'
import type { Watched } from '#modules/module.ts'
import type { Provider } from './provider.ts'

/**
 * Providers lock out a shop that asks too often. Both limits are rows of rate_limits, so that they hold for all processes together and are
 * still there when one has started anew.
 */
const pausePrefix = 'asks-paused:'
const unknownKey = (provider: string): string => `unknown-asks:${provider}`

/** Nobody asks the provider for so long. */
export async function pauseAsking(db: DbOrTrx, provider: string, seconds: number, now: Date): Promise<void> {
  await takeTurn(db, { key: pausePrefix + provider, limit: 1, seconds }, now)
}

/** Until when nobody asks the provider; undefined: it may be asked. */
export async function readPause(db: DbOrTrx, provider: string, now: Date): Promise<Date | undefined> {
  const { count, resetsAt } = await readTurns(db, pausePrefix + provider, now)
  return count > 0 ? resetsAt : undefined
}

export type Pause = { provider: string; until: Date }

export async function readPauses(db: DbOrTrx, now: Date): Promise<Pause[]> {
  const windows = await listWindows(db, pausePrefix, now)
  return windows.map(({ key, resetsAt: until }) => ({ provider: key.slice(pausePrefix.length), until }))
}

export const watchedPauses: readonly Watched[] = [
  {
    name: 'payment_asks_paused',
    help: 'Payment providers that have locked out questions, and are asked none until the time is over',
    label: 'provider',
    read: async (db, now) => Object.fromEntries((await readPauses(db, now)).map(({ provider }) => [provider, 1])),
  },
]

type Limited = Pick<Provider, 'name' | 'unknownAsks'>

/**
 * Takes a question about a trade that the provider may not know. False: too many of this hour were about such trades. `share`: how much of
 * the hour's turns may be taken when this one is.
 */
export async function takeUnknownTurn(db: DbOrTrx, { name, unknownAsks }: Limited, now: Date, share = 1): Promise<boolean> {
  if (!unknownAsks) return true
  const { limit, seconds } = unknownAsks
  return (await takeTurn(db, { key: unknownKey(name), limit: Math.floor(limit * share), seconds }, now)) === undefined
}

/** The provider knows the trade, or was not asked. */
export async function returnUnknownTurn(db: DbOrTrx, { name, unknownAsks }: Limited): Promise<void> {
  if (unknownAsks) await returnTurn(db, unknownKey(name))
}
