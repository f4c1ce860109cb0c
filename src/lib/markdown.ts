import MarkdownIt, { type StateCore, type StateInline } from 'markdown-it'

/** The address under which a picture may be shown; undefined: not at all. */
export type Pictures = (address: string) => string | undefined

/** Markdown to HTML that can be put into a page as it is: HTML in the text stays text. Headings begin at h2, under the page's own. */
export function renderMarkdown(text: string, picture: Pictures = () => undefined): string {
  return markdown.render(text, { picture })
}

/**
 * A link leads to the web, to a mailbox, or to a page of this site: a path. Whatever else an address can do (javascript:,
 * data:, //elsewhere) is not among them, and what a browser would read differently than we do is refused.
 */
export function isSafeAddress(address: string): boolean {
  if (/[\s\\\p{Cc}]/u.test(address)) return false
  return /^\/(?!\/)/.test(address) || (isOutside(address) && URL.canParse(address))
}

const isOutside = (address: string) => /^(https?:\/\/|mailto:)[^/]/i.test(address)

// An indented paragraph is a habit of writing, not a program.
const markdown = new MarkdownIt({ html: false, linkify: false, maxNesting: 20 }).disable('code')
markdown.validateLink = isSafeAddress
markdown.inline.State = chineseEmphasis(markdown.inline.State)
markdown.core.ruler.push('outline', outline)

const { rules } = markdown.renderer
rules['link_open'] = (tokens, at, options, _env, renderer) => {
  if (isOutside(String(tokens[at]!.attrGet('href')))) tokens[at]!.attrSet('rel', 'noopener')
  return renderer.renderToken(tokens, at, options)
}
rules['th_open'] = (tokens, at, options, _env, renderer) => {
  tokens[at]!.attrSet('scope', 'col')
  return renderer.renderToken(tokens, at, options)
}
const size = /^([1-9]\d{1,3})x([1-9]\d{1,3})$/
/** `![words](address "800x600")`: with its size, the page keeps its place. What may not be shown leaves its words. */
rules['image'] = (tokens, at, options, env, renderer) => {
  const token = tokens[at]!
  const { escapeHtml } = markdown.utils
  const allowed = env?.['picture'] as Pictures | undefined
  const src = allowed?.(String(token.attrGet('src')))
  const alt = escapeHtml(renderer.renderInlineAsText(token.children ?? [], options, env))
  if (src === undefined) return alt
  const [, width, height] = size.exec(String(token.attrGet('title') ?? '')) ?? []
  return `<img src="${escapeHtml(src)}" alt="${alt}"${width ? ` width="${width}" height="${height}"` : ''} loading="lazy" decoding="async">`
}

/** A heading is at most one level below the one before it: whoever goes from heading to heading misses none. */
function outline({ tokens }: StateCore): void {
  let level = 1
  for (const token of tokens) {
    if (token.type === 'heading_open') level = Math.min(6, Number(token.tag.slice(1)) + 1, level + 1)
    if (token.type.startsWith('heading_')) token.tag = `h${level}`
  }
}

/**
 * CommonMark decides by the characters around them whether stars open or close, and counts on spaces between words, which
 * Chinese has not: in `**注意：**請` it would show the stars.
 */
function chineseEmphasis(State: typeof StateInline): typeof StateInline {
  const chinese = /[\p{Script=Han}\u3000-\u303f\u3040-\u30ff\uff00-\uffef]/u
  return class extends State {
    override scanDelims(start: number, canSplitWord: boolean) {
      const found = super.scanDelims(start, canSplitWord)
      const [before, after] = [this.src[start - 1] ?? ' ', this.src[start + found.length] ?? ' ']
      if (!canSplitWord || !(chinese.test(before) || chinese.test(after))) return found
      return { ...found, can_open: /\S/.test(after), can_close: /\S/.test(before) }
    }
  }
}
