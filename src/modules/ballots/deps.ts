import type { After } from '#modules/after.ts'
import type { Reading } from './read-ballot.ts'
import type { RandomSource } from './random-source.ts'

export type BallotsDeps = Reading & Pick<After, 'bookingsChanged'> & { random: RandomSource }
