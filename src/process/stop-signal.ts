const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** How to stop. `gently`: another process takes over, so that clients are sent away before connections are closed. */
export type StopRequest = { gently: boolean }

/** Resolves at the first signal to stop; later signals are ignored, because the process is stopping already. */
export function stopRequested(): Promise<StopRequest> {
  return new Promise((resolve) => {
    for (const signal of signals) process.on(signal, () => resolve({ gently: signal === 'SIGTERM' }))
    // The parent process has died.
    if (process.channel) process.on('disconnect', () => resolve({ gently: false }))
  })
}

/** Ends the process when stopping has not come to an end within ten seconds. */
export function endInTime(): void {
  setTimeout(() => {
    console.error('Fieldhouse did not stop by itself within ten seconds, and was ended.')
    process.exit(1)
  }, 9800).unref()
}
