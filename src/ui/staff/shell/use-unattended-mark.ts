import { useEffect } from 'react'

/** Milliseconds without a touch, a key or a movement of the mouse after which nobody is taken to sit before the page. */
const idleAfter = 60_000
const signs = ['pointerdown', 'pointermove', 'keydown', 'wheel'] as const

/**
 * Marks the page as unattended while nobody uses it. Requests say so (ui/shell/browser-api.ts), because lists that keep
 * themselves up to date must not keep a session alive that is to end after an hour without use.
 */
export function useUnattendedMark(): void {
  useEffect(() => {
    const { dataset } = document.documentElement
    let timer: ReturnType<typeof setTimeout> | undefined
    const onUse = () => {
      clearTimeout(timer)
      delete dataset['unattended']
      timer = setTimeout(() => (dataset['unattended'] = ''), idleAfter)
    }
    onUse()
    for (const sign of signs) addEventListener(sign, onUse, { passive: true })
    return () => {
      clearTimeout(timer)
      delete dataset['unattended']
      for (const sign of signs) removeEventListener(sign, onUse)
    }
  }, [])
}
