/** Asked again while it works, it works once more afterwards: the last word is never lost, and nothing piles up. */
export function oneAtATime(work: () => Promise<unknown>): () => void {
  let busy = false
  let again = false
  async function run(): Promise<void> {
    busy = true
    do {
      again = false
      // Whoever works says itself what went wrong.
      await work().catch(() => {})
    } while (again)
    busy = false
  }
  return () => {
    if (busy) again = true
    else void run()
  }
}
