import { m } from '#i18n/generated/messages.js'

/** What a route's `head` returns: its own title and description. */
export function pageHead({ title, description }: { title: string; description?: string }) {
  const whole = `${title} · ${m.site_name()}`
  return {
    meta: [
      { title: whole },
      { name: 'description', content: description ?? m.site_description() },
      { property: 'og:title', content: whole },
    ],
  }
}
