import { useSyncExternalStore } from 'react'

/** Bounds of the offset of the server's clock from the device's, in milliseconds. */
export type Offset = { least: number; most: number }

/**
 * Narrows the offset by one more answer, whose server time lies between `sent` and `received` on the device's clock. An answer
 * outside of the known bounds means that the device's clock was set: then it counts alone.
 */
export function narrowOffset(known: Offset | undefined, serverTime: number, sent: number, received: number): Offset {
  const told = { least: serverTime - received, most: serverTime - sent }
  if (!known || told.least > known.most || told.most < known.least) return told
  return { least: Math.max(known.least, told.least), most: Math.min(known.most, told.most) }
}

let offset: Offset | undefined

/** Records the server time of an answer. Only for calls made in the browser: when the calls of the server's rendering were sent is not known. */
export function learnServerTime(serverTime: string, received: number, sent = Number.NEGATIVE_INFINITY): void {
  offset = narrowOffset(offset, Date.parse(serverTime), sent, received)
}

/** The server's time, never estimated too late: what opens at a moment opens on the server first. Undefined before the first answer. */
export const serverNow = (): number | undefined => (offset ? Date.now() + offset.least : undefined)

/**
 * A value derived from the server's time, computed ten times a second; the component renders again only when the value changes,
 * so `read` returns a primitive. `serverTime` is used until the offset is known.
 */
export function useServerTime<T extends number | string | boolean>(serverTime: string, read: (now: number) => T): T {
  const first = Date.parse(serverTime)
  return useSyncExternalStore(
    often,
    () => read(serverNow() ?? first),
    () => read(first),
  )
}

/** Whole seconds until a moment, rounded up; 0 after it. */
export const secondsUntil = (moment: number, now: number): number => Math.max(0, Math.ceil((moment - now) / 1000))

function often(look: () => void): () => void {
  const timer = setInterval(look, 100)
  return () => clearInterval(timer)
}
