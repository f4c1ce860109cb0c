import { hash, verify } from '@node-rs/argon2'
import { availableParallelism } from 'node:os'
import { openQueue } from '#lib/bounded-queue.ts'

// argon2id (the library's default), with the parameters that OWASP recommends for it.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** One core is left for the pages, and Node's thread pool has four threads. */
export const hashesAtOnce = Math.max(1, Math.min(4, availableParallelism() - 1))
/** About four seconds of work: whoever came later would give up before their turn. */
export const mostWaitingHashes = 100 * hashesAtOnce

/**
 * Each hash wants a core and 19 MB. More at once than the machine bears would starve everything else, so the others
 * wait in line, and beyond the line the call is answered with 503 (TooBusy). Every hash of the house goes through here.
 */
export const hashingTurns = openQueue({ atOnce: hashesAtOnce, waiting: mostWaitingHashes, retryAfterSeconds: 5 })

export const hashSecret = (secret: string): Promise<string> => hashingTurns(() => hash(secret.normalize('NFKC'), cost))

let decoy: Promise<string> | undefined

type Compared = {
  /** Tries with the same key are compared one after the other, so that each sees what became of the one before. */
  key?: string
  /** Asked when the turn has come: tries that queued up behind wrong ones are not let through. */
  stillAllowed?: () => Promise<boolean>
}

/** Compares in the same time whether there is a hash or not, so that waiting tells nothing about who has an account. */
export async function checkSecret(
  secret: string,
  known: string | undefined,
  { key, stillAllowed = async () => true }: Compared = {},
): Promise<'right' | 'wrong' | 'not-allowed'> {
  decoy ??= hash('nobody has this secret', cost)
  const against = known ?? (await decoy)
  return hashingTurns(async () => {
    if (!(await stillAllowed())) return 'not-allowed'
    const right = await verify(against, secret.normalize('NFKC'))
    return right && known !== undefined ? 'right' : 'wrong'
  }, key)
}
