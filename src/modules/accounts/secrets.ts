import { dictionary } from '@zxcvbn-ts/language-common'
import { hash, verify } from '@node-rs/argon2'
import { availableParallelism } from 'node:os'
import { secretLength } from './rules.ts'

// argon2id (the library's default), with the parameters that OWASP recommends for it.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

const common = new Set(dictionary['passwords-common'].filter((secret) => secret.length >= secretLength.min))
export const isCommonSecret = (secret: string): boolean => common.has(secret.toLowerCase())

/**
 * Hashing runs on the thread pool and each one wants a core and 19 MB. More at once than the machine bears would
 * starve everything else, so the others wait in line; one core is left for the pages.
 */
const atOnce = Math.max(1, availableParallelism() - 1)
let running = 0
const waiting: (() => void)[] = []

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= atOnce) await new Promise<void>((go) => waiting.push(go))
  else running++
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running--
  }
}

export const hashSecret = (secret: string): Promise<string> => inTurn(() => hash(secret.normalize('NFKC'), cost))

let decoy: Promise<string> | undefined

/**
 * Compares in the same time whether there is a hash or not, so that waiting tells nothing about who has an account.
 * `stillAllowed` is asked when its turn has come: tries that queued up behind wrong ones are not let through.
 */
export async function checkSecret(
  secret: string,
  known: string | undefined,
  stillAllowed: () => Promise<boolean> = async () => true,
): Promise<'right' | 'wrong' | 'not-allowed'> {
  decoy ??= hash('nobody has this secret', cost)
  const against = known ?? (await decoy)
  return inTurn(async () => {
    if (!(await stillAllowed())) return 'not-allowed'
    const right = await verify(against, secret.normalize('NFKC'))
    return right && known !== undefined ? 'right' : 'wrong'
  })
}
