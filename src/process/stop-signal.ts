const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Resolves when somebody asks this process to end; later requests change nothing, it is ending already. */
export function stopRequested(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of signals) process.on(signal, () => resolve())
    // The one that started us is gone without a word.
    if (process.channel) process.on('disconnect', () => resolve())
  })
}
