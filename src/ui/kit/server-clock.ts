import { useSyncExternalStore } from 'react'

/** How far the server's clock is ahead of this device's: at least, at most. Milliseconds. */
export type Offset = { least: number; most: number }

/**
 * An answer that was asked for at `sent` and came at `received`, by the device's clock, says what the server's clock showed
 * somewhere in between. Each one narrows the offset down; one that contradicts all before means that somebody has set the
 * device's clock, and counts alone.
 */
export function narrowed(known: Offset | undefined, serverTime: number, sent: number, received: number): Offset {
  const told = { least: serverTime - received, most: serverTime - sent }
  if (!known || told.least > known.most || told.most < known.least) return told
  return { least: Math.max(known.least, told.least), most: Math.min(known.most, told.most) }
}

let offset: Offset | undefined

/** In the browser only. What a page was rendered with was asked for nobody knows when. */
export function learnServerTime(serverTime: string, received: number, sent = Number.NEGATIVE_INFINITY): void {
  offset = narrowed(offset, Date.parse(serverTime), sent, received)
}

/** Never ahead of the server's: what opens at a moment opens there first. Undefined while nothing is known. */
const serverNow = (): number | undefined => (offset ? Date.now() + offset.least : undefined)

/**
 * Something that depends on what the server's clock shows, looked at several times a second; the component renders again
 * only when it has become something else. `read` returns a number or a text. `serverTime`: what is known from the start.
 */
export function useServerTime<T extends number | string | boolean>(serverTime: string, read: (now: number) => T): T {
  const first = Date.parse(serverTime)
  return useSyncExternalStore(
    often,
    () => read(serverNow() ?? first),
    () => read(first),
  )
}

/** Whole seconds until a moment; 0 when it is over. */
export const secondsUntil = (moment: number, now: number): number => Math.max(0, Math.ceil((moment - now) / 1000))

function often(look: () => void): () => void {
  const timer = setInterval(look, 100)
  return () => clearInterval(timer)
}
