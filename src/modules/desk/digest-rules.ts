import { minuteOf } from '#lib/zone.ts'
import type { Queue } from './today-rules.ts'

/** Queues that change from minute to minute: a mail about them would be wrong when it is read. */
const momentary: ReadonlySet<Queue> = new Set(['late', 'unpaid'])

export const isInDigest = (queue: Queue): boolean => !momentary.has(queue)

/** The digest is for the morning: it goes out within three hours of its hour, and not at all if the service was down meanwhile. */
export const isDigestTime = (now: Date, hour: number): boolean => minuteOf(now) >= hour * 60 && minuteOf(now) < (hour + 3) * 60
