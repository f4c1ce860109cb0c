/** The time is an argument everywhere; this is where it comes from. */
export type Clock = { now(): Date }

export const systemClock: Clock = { now: () => new Date() }
