import { useEffect, useState, type ComponentType, type ReactNode } from 'react'

/**
 * Lazy component: its file is fetched when it is first rendered, or before that by `fetch`. Until then it renders nothing. When
 * the file cannot be fetched, the page stays as it is, unlike with React's `lazy`, and the fetch is repeated when the network
 * is back.
 */
export function lazyWithRetry<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> & { fetch(): void } {
  let loaded: ComponentType<P> | undefined
  const fetch = async () => (loaded ??= await load())

  function LazyComponent(props: P): ReactNode {
    const [Shown, show] = useState<ComponentType<P> | undefined>(() => loaded)
    useEffect(() => {
      if (Shown) return
      let isGone = false
      const bring = () =>
        void fetch().then(
          (component) => isGone || show(() => component),
          () => undefined,
        )
      bring()
      addEventListener('online', bring)
      return () => {
        isGone = true
        removeEventListener('online', bring)
      }
    }, [Shown])
    return Shown ? <Shown {...props} /> : null
  }
  return Object.assign(LazyComponent, { fetch: () => void fetch().catch(() => undefined) })
}
