import type { Log } from '#http/log.ts'
import { noteFailure } from '#lib/failures.ts'

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * How to stop. `gently`: another process takes over, so that clients are sent away before connections are closed. `failed`: an
 * error that nobody caught is the reason, and the process is to be started again.
 */
export type StopRequest = { gently: boolean; failed?: true }

/** Exit code after an error that nobody caught (EX_SOFTWARE of sysexits.h): whatever started the process starts it again. */
const failedCode = 70

export const codeOf = ({ failed }: StopRequest): number => (failed ? failedCode : 0)

/**
 * Resolves at the first error that nobody caught, thrown or as a rejected promise. To be called once the process serves: what was
 * under way is finished by a gentle stop, and a start that fails ends at once.
 */
export function untilFailed(log: Log): Promise<StopRequest> {
  return new Promise((resolve) => {
    process.on('uncaughtException', (error) => {
      noteFailure(log, 'uncaught', error, 'nobody caught an error: the process ends what it has begun and is started again')
      resolve({ gently: true, failed: true })
    })
  })
}

/** Resolves at the first signal to stop; later signals are ignored, because the process is stopping already. */
export function stopRequested(): Promise<StopRequest> {
  return new Promise((resolve) => {
    for (const signal of signals) process.on(signal, () => resolve({ gently: signal === 'SIGTERM' }))
    // The parent process has died.
    if (process.channel) process.on('disconnect', () => resolve({ gently: false }))
  })
}

/** Ends the process when stopping has not come to an end within ten seconds. */
export function endInTime(request: StopRequest): void {
  setTimeout(() => {
    console.error('Fieldhouse did not stop by itself within ten seconds, and was ended.')
    process.exit(codeOf(request) || 1)
  }, 9800).unref()
}

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
