import { useEffect, useState } from 'react'

/** Id of the section that is being read, for the current item of the menu. */
export function useSectionInView(ids: readonly string[]): string | undefined {
  const [inView, setInView] = useState<string>()
  const all = ids.join(' ')
  useEffect(() => {
    const seen = new Set<string>()
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          if (isIntersecting) seen.add(target.id)
          else seen.delete(target.id)
        }
        setInView(all.split(' ').find((id) => seen.has(id)))
      },
      // A band below the header: the section that crosses it is the current one.
      { rootMargin: '-15% 0px -70% 0px' },
    )
    for (const id of all.split(' ')) {
      const section = document.getElementById(id)
      if (section) observer.observe(section)
    }
    return () => observer.disconnect()
  }, [all])
  return inView
}
