import type { Db, DbOrTrx } from '#db/connect.ts'
import { addressGroup } from '#http/client-address.ts'
import type { Limits } from '#modules/settings/rules.ts'
import {
  blockedUntil,
  countTry,
  forgetFailures,
  forgetFailuresUnder,
  giveBackTry,
  type CountedTry,
  type TryBound,
} from './failed-login-store.ts'
import { fingerprint } from './tokens.ts'

/** Who tries to log in: a device that has logged in as this member before, or a name and an address. */
export type Trier = { device: string } | { name: string; address: string }

/** The first bound is the narrowest; a right secret clears it. */
export function boundsOf(trier: Trier, { login }: Limits): TryBound[] {
  if ('device' in trier) return [{ key: `device:${trier.device}`, tries: login.triesPerDevice }]
  const [name, group] = [fingerprint(trier.name), addressGroup(trier.address)]
  // Keyed by the name as typed, not by the member: a wait must not reveal that an account exists, or has two names.
  return [
    { key: `pair:${name}:${group}`, tries: login.triesPerAccount },
    { key: `address:${group}`, tries: login.triesPerAddress },
    { key: `name:${name}`, tries: login.triesFromAnywhere },
  ]
}

/** Counts tries under these bounds. `secondsToWait` comes first, because it needs no place in the queue of hashes. */
export function openTries(db: Db, bounds: TryBound[], { login }: Limits, now: Date) {
  let counted: CountedTry[] | undefined
  return {
    async secondsToWait(): Promise<number | undefined> {
      const until = await blockedUntil(
        db,
        bounds.map(({ key }) => key),
        now,
      )
      return until && Math.ceil((until.getTime() - now.getTime()) / 1000)
    },
    async count(): Promise<boolean> {
      counted = await countTry(db, bounds, login, now)
      return counted !== undefined
    },
    async wasRight(): Promise<void> {
      const [narrowest, ...wider] = counted ?? []
      if (narrowest) await forgetFailures(db, narrowest.key)
      for (const one of wider) await giveBackTry(db, one)
    },
  }
}

/** Clears what was counted for a member, by account name and by address, after a new secret. */
export async function forgetTriesAt(db: DbOrTrx, names: string[]): Promise<void> {
  const prints = names.map(fingerprint)
  await forgetFailuresUnder(db, [...prints.map((print) => `pair:${print}:`), ...prints.map((print) => `name:${print}`)])
}
