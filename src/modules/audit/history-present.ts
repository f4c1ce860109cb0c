import { isoAt } from '#lib/zone.ts'
import type { HistoryAnswer } from './history-wire.ts'
import type { Publishing } from './publishing-store.ts'

export type ListedVersion = {
  version: number
  savedAt: Date
  savedBy: string | null
  restoredFrom: number | null
  /** Fields that differ from the version before; of the oldest one that is kept, none. */
  changed: string[]
}

export const presentHistory = (versions: ListedVersion[], moves: Publishing[]): HistoryAnswer => ({
  versions: versions.map((one) => ({ ...one, savedAt: isoAt(one.savedAt) })),
  moves: moves.map((one) => ({ ...one, at: isoAt(one.at) })),
})
