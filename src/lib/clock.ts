/** The current time is passed as an argument, so that tests can choose it; `systemClock` is where it comes from. */
export type Clock = { now(): Date }

export const systemClock: Clock = { now: () => new Date() }
