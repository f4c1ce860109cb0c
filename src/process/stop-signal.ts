const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Resolves at the first signal to stop; later signals are ignored, because the process is stopping already. */
export function stopRequested(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of signals) process.on(signal, () => resolve())
    // The parent process has died.
    if (process.channel) process.on('disconnect', () => resolve())
  })
}
