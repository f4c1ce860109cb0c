import type { StorageConfig } from '#config.ts'
import { closeDb, openDb } from '#db/connect.ts'
import type { Log } from '#http/log.ts'
import { storyPictures } from '#modules/content/story-store.ts'
import { makeVariants } from '#modules/files/make-variant.ts'
import { openFileStore } from '#modules/files/storage.ts'
import { loadHistory } from '../../demo/history/load-history.ts'
import { loadHighlights } from '../../demo/load-highlights.ts'
import { demoAccounts, demoSecret } from '../../demo/accounts.ts'
import { loadDemo } from '../../demo/load.ts'
import { stories } from '../../demo/stories.ts'

export const demoGreeting = `The demo centre is open: log in as ${demoAccounts.join(', ')} with the secret ${demoSecret}.`

/** Seeds an empty database with the demo centre. */
export async function seedDemo(databaseUrl: string, storage: StorageConfig, now: Date): Promise<void> {
  const files = await openFileStore(storage)
  const db = openDb(databaseUrl, 1)
  try {
    await loadDemo(db, files, now)
  } finally {
    await closeDb(db)
  }
}

/**
 * Draws the demo's pictures and loads its past months while requests are served already: it takes some seconds. A failure is
 * logged and tried again at the next start.
 */
export function loadRestOfDemo(databaseUrl: string, storage: StorageConfig, log: Log, now: Date): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const done = loadRest(databaseUrl, storage, stopping.signal, now).catch((err: unknown) =>
    log.warn({ err }, 'pictures or past months of the demo are missing, they are tried again at the next start'),
  )
  return {
    async stop() {
      stopping.abort()
      await done
    },
  }
}

async function loadRest(databaseUrl: string, storage: StorageConfig, stop: AbortSignal, now: Date): Promise<void> {
  await loadPictures(databaseUrl, storage, stop, now)
  await loadPast(databaseUrl, stop, now)
}

/** Who loads the pictures also draws their variants, a minute's work; what is missing is drawn by a job at the next start. */
export async function loadPictures(databaseUrl: string, storage: StorageConfig, stop: AbortSignal, now: Date): Promise<void> {
  const db = openDb(databaseUrl, 1)
  try {
    const files = await openFileStore(storage)
    if (await loadHighlights({ db, files }, stories, now)) await makeVariants({ db, files }, storyPictures, now, { stop })
  } finally {
    await closeDb(db)
  }
}

export async function loadPast(databaseUrl: string, stop: AbortSignal, now: Date): Promise<void> {
  const db = openDb(databaseUrl, 1)
  try {
    await loadHistory(db, now, stop)
  } finally {
    await closeDb(db)
  }
}
