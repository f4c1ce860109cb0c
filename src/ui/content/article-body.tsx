import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import style from './article.module.css'

/** HTML of an article, rendered and sanitized by the server. Links to our pages are handled by the router. */
export function ArticleBody({ html, lang }: { html: string; lang: string | undefined }) {
  const router = useRouter()
  const body = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = body.current
    const follow = (event: MouseEvent) => {
      const path = (event.target as Element).closest('a')?.getAttribute('href')
      const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
      if (!path?.startsWith('/') || path.startsWith('/api/') || !plain || event.defaultPrevented) return
      event.preventDefault()
      void router.navigate({ href: path })
    }
    element?.addEventListener('click', follow)
    return () => element?.removeEventListener('click', follow)
  }, [router])
  return <div ref={body} className={style.body} lang={lang} dir="auto" data-html dangerouslySetInnerHTML={{ __html: html }} />
}
