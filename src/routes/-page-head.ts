import { m } from '#i18n/generated/messages.js'
import { publicUrl } from '#ui/shell/public-address.ts'

type Head = {
  title: string
  description?: string
  /** What a shared link shows: a path of ours. Without one, the court of the house. */
  picture?: string | undefined
  /** For those who have the link, and for no search engine. */
  isPreview?: boolean
}

/**
 * What a route's `head` returns. The document's title is taken from og:title. Every page carries every route's `head`, so
 * its words are better made by the loader, which comes with its own page.
 */
export function pageHead(head: Head | undefined) {
  const { title, description = m.site_description(), picture = '/api/Share/Picture/default', isPreview } = head ?? {}
  return {
    meta: [
      { property: 'og:title', content: title === undefined ? m.site_name() : `${title} · ${m.site_name()}` },
      { name: 'description', content: description },
      { property: 'og:description', content: description },
      { property: 'og:type', content: 'website' },
      { property: 'og:image', content: publicUrl() + picture },
      { name: 'twitter:card', content: 'summary_large_image' },
      ...(isPreview ? [{ name: 'robots', content: 'noindex' }] : []),
    ],
  }
}
