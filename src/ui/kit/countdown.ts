import { useSyncExternalStore } from 'react'

/** Seconds until a moment (milliseconds since 1970), updated every second; 0 without a moment or after it. */
export function useCountdown(moment: number | undefined): number {
  const left = () => (moment === undefined ? 0 : Math.max(0, Math.ceil((moment - Date.now()) / 1000)))
  return useSyncExternalStore(moment === undefined ? never : often, left, none)
}

const none = () => 0
const never = () => () => {}

function often(look: () => void): () => void {
  const timer = setInterval(look, 250)
  return () => clearInterval(timer)
}

/** Longest time in seconds that is shown as a countdown; what ends later is shown by its deadline, or not at all. */
export const worthCounting = 3600

/** 0:45, 12:05, 1:02:05 */
export function clockText(seconds: number): string {
  const two = (n: number) => String(n).padStart(2, '0')
  const minutes = Math.floor(seconds / 60)
  return minutes < 60 ? `${minutes}:${two(seconds % 60)}` : `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(seconds % 60)}`
}
