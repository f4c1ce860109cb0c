/**
 * Undoes what a start has done, the last first. A step that fails (the database is away, say) keeps no other from
 * running: a lock that is not released would outlive the process.
 */
export async function undoAll(steps: (() => unknown)[]): Promise<void> {
  for (const step of steps.toReversed()) {
    try {
      await step()
    } catch (error) {
      console.error(error)
    }
  }
}
