export type Saving = 'idle' | 'waiting' | 'saving' | 'saved' | 'failed'

export type Autosave<T> = {
  changed(value: T): void
  /** Discards what is not saved yet; saving starts again with the next change. Resolves when a running save has finished. */
  pause(): Promise<void>
}

type Effects<T> = {
  save(value: T): Promise<unknown>
  onSaving(saving: Saving, error?: unknown): void
  /** Whether the same save is worth repeating. */
  isRetryable(error: unknown): boolean
  wait?: number
  again?: number
}

/** Autosave: debounced, one save at a time, the newest value last; a failed save is retried. */
export function createAutosave<T>({ save, onSaving, isRetryable, wait = 700, again = 5000 }: Effects<T>): Autosave<T> {
  let latest: { value: T } | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let running: Promise<void> | undefined

  function saveIn(ms: number): void {
    clearTimeout(timer)
    timer = setTimeout(() => (running ??= run().finally(() => (running = undefined))), ms)
  }

  async function run(): Promise<void> {
    const taken = latest
    if (!taken) return
    onSaving('saving')
    try {
      await save(taken.value)
      if (latest === taken) {
        latest = undefined
        onSaving('saved')
      } else if (latest) saveIn(wait)
    } catch (error) {
      onSaving('failed', error)
      if (latest && isRetryable(error)) saveIn(again)
    }
  }

  return {
    changed(value) {
      latest = { value }
      onSaving('waiting')
      saveIn(wait)
    },
    async pause() {
      clearTimeout(timer)
      latest = undefined
      await running
      clearTimeout(timer)
    },
  }
}
