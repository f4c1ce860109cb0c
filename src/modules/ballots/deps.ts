import type { Reading } from './read-ballot.ts'
import type { RandomSource } from './random-source.ts'

export type BallotsDeps = Reading & {
  random: RandomSource
  /** After the commit: announces the change to open grids and starts the job that writes mails. */
  onChanged(facilityIds: number[]): void
}
