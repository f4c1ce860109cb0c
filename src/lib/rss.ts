const marks: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' }

/** Escapes a text for an XML or HTML element, or for a quoted attribute. */
export const escapeXml = (text: string): string => text.replaceAll(/[&<>"']/g, (mark) => marks[mark]!)

type Feed = {
  title: string
  description: string
  /** `link`: the page that the feed belongs to. `self`: the address of the feed. */
  link: string
  self: string
  language: string
  items: { title: string; description: string; link: string; category: string; publishedAt: Date }[]
}

/** RSS 2.0. https://www.rssboard.org/rss-specification */
export function renderRss({ title, description, link, self, language, items }: Feed): string {
  const newest = items.map(({ publishedAt }) => publishedAt.getTime())
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">',
    '<channel>',
    element('title', title),
    element('link', link),
    element('description', description),
    element('language', language),
    `<atom:link href="${escapeXml(self)}" rel="self" type="application/rss+xml"/>`,
    ...(newest.length > 0 ? [element('lastBuildDate', new Date(Math.max(...newest)).toUTCString())] : []),
    ...items.map((item) =>
      [
        '<item>',
        element('title', item.title),
        element('link', item.link),
        `<guid isPermaLink="true">${escapeXml(item.link)}</guid>`,
        element('pubDate', item.publishedAt.toUTCString()),
        element('category', item.category),
        element('description', item.description),
        '</item>',
      ].join(''),
    ),
    '</channel>',
    '</rss>',
    '',
  ].join('\n')
}

const element = (name: string, text: string) => `<${name}>${escapeXml(text)}</${name}>`
