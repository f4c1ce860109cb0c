import { DatabaseUnavailable } from './unavailable.ts'

/** Told of each thing whose work failed; the others go on. */
export type OnFailure = (error: unknown, id: string) => void

/**
 * Works on many things in batches, each meant to be one transaction. A batch that fails is tried again one by one, so that one bad
 * row keeps no other from its turn. Without `onFailure`, the first error is thrown after all have had theirs. Without the
 * database all would fail: that is thrown at once, and the next run goes on.
 */
export async function inBatchesOrAlone<I extends string | number, T>(
  ids: readonly I[],
  size: number,
  work: (some: I[]) => Promise<T>,
  onFailure?: OnFailure,
): Promise<T[]> {
  const done: T[] = []
  const errors: unknown[] = []
  const fail: OnFailure = onFailure ?? ((error) => void errors.push(error))
  for (let at = 0; at < ids.length; at += size) {
    const some = ids.slice(at, at + size)
    try {
      done.push(await work(some))
    } catch (error) {
      if (error instanceof DatabaseUnavailable) throw error
      if (some.length === 1) fail(error, String(some[0]))
      else done.push(...(await inBatchesOrAlone(some, 1, work, fail)))
    }
  }
  if (errors.length > 0) throw errors[0]
  return done
}
