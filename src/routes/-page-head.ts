import { m } from '#i18n/generated/messages.js'
import { publicUrl } from '#ui/shell/public-address.ts'

type Head = {
  title: string
  description?: string
  /** Path of the picture that a shared link shows; without one, the default picture. */
  picture?: string | undefined
  /** A preview is not to be indexed by search engines. */
  isPreview?: boolean
}

/**
 * Return value of a route's `head`. The document's title is made of og:title and the centre's name, which og:site_name has. The code of every route's `head` is part of
 * every page's first load, so its texts are better made by the loader, which is loaded with its page.
 */
export function pageHead(head: Head | undefined) {
  const { title, description = m.site_description(), picture = '/api/Share/Picture/default', isPreview } = head ?? {}
  return {
    meta: [
      ...(title === undefined ? [] : [{ property: 'og:title', content: title }]),
      { name: 'description', content: description },
      { property: 'og:description', content: description },
      { property: 'og:type', content: 'website' },
      { property: 'og:image', content: publicUrl() + picture },
      { name: 'twitter:card', content: 'summary_large_image' },
      ...(isPreview ? [{ name: 'robots', content: 'noindex' }] : []),
    ],
  }
}
