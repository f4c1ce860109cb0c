import { useEffect, useRef } from 'react'

/** For a row that may scroll sideways: the chosen one of its links is brought into the middle, first and when another one is chosen. */
export function useChosenInSight() {
  const row = useRef<HTMLElement>(null)
  const shown = useRef<Element>(null)
  useEffect(() => {
    const [scroller, chosen] = [row.current, row.current?.querySelector<HTMLElement>(':scope > [aria-current]')]
    if (!scroller || !chosen || chosen === shown.current) return
    shown.current = chosen
    // Not by scrollIntoView, which would move the page, too.
    scroller.scrollLeft +=
      chosen.getBoundingClientRect().left - scroller.getBoundingClientRect().left - (scroller.clientWidth - chosen.clientWidth) / 2
  })
  return row
}
