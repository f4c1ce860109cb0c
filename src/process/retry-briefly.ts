import { setTimeout as delay } from 'node:timers/promises'

const patienceMs = 3000

/** Retries for three seconds: a process that was just killed may still hold the port or the data folder. */
export async function retryBriefly<T>(attempt: () => T | Promise<T>, mayPass: (error: unknown) => boolean): Promise<T> {
  for (const deadline = Date.now() + patienceMs; ; await delay(100)) {
    try {
      return await attempt()
    } catch (error) {
      if (!mayPass(error) || Date.now() > deadline) throw error
    }
  }
}
