import { hash, verify } from '@node-rs/argon2'
import { availableParallelism } from 'node:os'
import { openQueue } from '#lib/bounded-queue.ts'
import type { ZxcvbnFactory } from '@zxcvbn-ts/core'

/** zxcvbn's score, of 0 to 4: from 3 on, a hundred million guesses are needed, more than the login limits allow. */
const enough = 3
/** Only the first characters are judged: zxcvbn's work grows much faster than the length. */
const judged = 40

let zxcvbn: Promise<ZxcvbnFactory> | undefined

/**
 * Whether a secret is easy to guess: common, repeated or consecutive characters, a keyboard pattern, a date, or made of
 * words about the person or the centre.
 */
export async function isGuessable(secret: string, ownWords: readonly string[]): Promise<boolean> {
  zxcvbn ??= openZxcvbn()
  const start = [...secret.normalize('NFKC')].slice(0, judged).join('')
  return (await zxcvbn).check(start, [...new Set(ownWords.flatMap(piecesOf))]).score < enough
}

/** At the first use: the dictionaries are some megabytes, and sorting them takes a moment. */
async function openZxcvbn(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ])
  return new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, l33tMaxSubstitutions: 10 })
}

/** A word, the same without spaces, and each of its parts: "amy.lin@example.com" is also amy, lin and example. */
function piecesOf(word: string): string[] {
  const parts = word.split(/[^\p{L}\p{N}]+/u)
  return [word, parts.join(''), ...parts].map((piece) => piece.toLowerCase()).filter((piece) => piece.length >= 2)
}

// argon2id (the library's default), with the parameters that OWASP recommends for it.
let cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** For tests, which compare thousands: this process makes its hashes for next to nothing. Each hash says its own cost, so others still verify. */
export function hashCheaply(): void {
  cost = { memoryCost: 8, timeCost: 1, parallelism: 1 }
  decoy = undefined
}

/** Hashes at once: one core is left for requests, and Node's thread pool has four threads. */
export const hashesAtOnce = Math.max(1, Math.min(4, availableParallelism() - 1))
/** The length of the queue: about four seconds of work, longer than which a person would give up. */
export const mostWaitingHashes = 100 * hashesAtOnce

/**
 * Each hash takes a core and 19 MB. All hashes go through this bounded queue, so that a flood of logins does not starve
 * everything else; when the queue is full, the call is answered with 503 (TooBusy).
 */
export const hashingTurns = openQueue({ atOnce: hashesAtOnce, waiting: mostWaitingHashes, retryAfterSeconds: 5 })

export const hashSecret = (secret: string): Promise<string> => hashingTurns(() => hash(secret.normalize('NFKC'), cost))

let decoy: Promise<string> | undefined

type Compared = {
  /** Tries with the same key are compared one after the other, so that each sees the count of the one before. */
  key?: string
  /** Checked when the try leaves the queue: tries that queued up behind wrong ones are refused. */
  stillAllowed?: () => Promise<boolean>
}

/** Takes the same time whether or not there is a hash, so that timing does not reveal which accounts exist. */
export async function checkSecret(secret: string, known: string | undefined): Promise<'right' | 'wrong' | 'not-allowed'> {
  const found = await findRight(secret, [known])
  return found === 0 ? 'right' : found === 'not-allowed' ? found : 'wrong'
}

/** The index of the first hash that the secret fits. A wrong secret is compared as often as there are places, filled or not. */
export async function findRight(
  secret: string,
  hashes: readonly (string | undefined)[],
  { key, stillAllowed = async () => true }: Compared = {},
): Promise<number | 'wrong' | 'not-allowed'> {
  const nobodys = await (decoy ??= hash('nobody has this secret', cost))
  return hashingTurns(async () => {
    if (!(await stillAllowed())) return 'not-allowed'
    for (const [index, known] of hashes.entries())
      if ((await verify(known ?? nobodys, secret.normalize('NFKC'))) && known !== undefined) return index
    return 'wrong'
  }, key)
}
