/** Runs `work` one at a time: any number of calls during a run cause one more run afterwards. */
export function oneAtATime(work: () => Promise<unknown>): () => void {
  let busy = false
  let again = false
  async function run(): Promise<void> {
    busy = true
    do {
      again = false
      // `work` reports its own errors.
      await work().catch(() => {})
    } while (again)
    busy = false
  }
  return () => {
    if (busy) again = true
    else void run()
  }
}
