import { m } from '#i18n/generated/messages.js'

/** What a route's `head` returns. The document's title is taken from og:title. */
export function pageHead({ title, description }: { title: string; description?: string }) {
  return {
    meta: [
      { property: 'og:title', content: `${title} · ${m.site_name()}` },
      { name: 'description', content: description ?? m.site_description() },
    ],
  }
}
