import type { Day } from '#lib/zone.ts'
import type { staffRoles } from './rules.ts'

/**
 * Topics of the console's live stream. A notice names a topic and nothing else; what has changed, the screen reads by the calls
 * that its viewer may make. Which topics there are, who may listen to them and which actions of staff announce them is said by the
 * table of the console's screens. Pure, and safe in the browser.
 */
export type ConsoleTopics = {
  isTopic(text: string): boolean
  /** Whether one of these roles may listen to a topic. */
  mayListen(roles: readonly (typeof staffRoles)[number][], topic: string): boolean
}

/** The topic of a facility's bookings of one day, or of those whose days are not known. */
export const dayTopic = (facilityId: number, day: Day | 'any') => `floor:${facilityId}:${day}` as const
