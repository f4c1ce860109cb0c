export type Saving = 'idle' | 'waiting' | 'saving' | 'saved' | 'failed'

export type Keeper<T> = {
  changed(value: T): void
  /** Nothing more is saved, until the next change. Resolves when what is on its way has arrived. */
  pause(): Promise<void>
}

type Effects<T> = {
  save(value: T): Promise<unknown>
  onSaving(saving: Saving, error?: unknown): void
  /** Whether it makes sense to try the same again by itself. */
  worthAnother(error: unknown): boolean
  wait?: number
  again?: number
}

/** Saves what was typed a moment after the last key, one at a time, the newest always last; what failed is tried again. */
export function keepSaving<T>({ save, onSaving, worthAnother, wait = 700, again = 5000 }: Effects<T>): Keeper<T> {
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
      if (latest && worthAnother(error)) saveIn(again)
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
