import { useRouterState } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'

/** Announces a navigation to screen readers, as loading a document would. */
export function RouteAnnouncer() {
  const path = useRouterState({ select: (state) => state.resolvedLocation?.pathname })
  const first = useRef(path)
  const [said, say] = useState('')
  useEffect(() => {
    if (path === first.current) return
    first.current = undefined
    say(document.title)
  }, [path])
  return (
    <div className="sr-only" role="status" aria-live="polite">
      {said}
    </div>
  )
}
