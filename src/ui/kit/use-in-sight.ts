import { useLayoutEffect, useRef } from 'react'

/**
 * For what a press has brought, such as the price of a chosen time: it is scrolled into sight, above the bars that stick to the bottom
 * (scroll-padding). What comes with the page does not move it. `of`: what it is about; another one is brought into sight anew.
 */
export function useInSight<E extends HTMLElement>(of: unknown) {
  const shown = useRef<E>(null)
  useLayoutEffect(() => {
    if (of === undefined || !navigator.userActivation?.isActive) return
    const behavior = matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth'
    shown.current?.scrollIntoView({ block: 'nearest', behavior })
  }, [of])
  return shown
}
