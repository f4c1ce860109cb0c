import MarkdownIt, { type StateCore, type StateInline } from 'markdown-it'

/** Maps the address of a picture in the text to the one in the page; undefined when the picture may not be shown. */
export type Pictures = (address: string) => string | undefined

/** Markdown to HTML that can be put into a page as it is: HTML in the text stays text. Headings begin at h2, under the page's own. */
export function renderMarkdown(text: string, picture: Pictures = () => undefined): string {
  if (!hasHugeTable(text)) return markdown.render(text, { picture })
  markdown.disable('table')
  try {
    return markdown.render(text, { picture })
  } finally {
    markdown.enable('table')
  }
}

const cellsAtMost = 10_000

/** Rows that are shorter than their table are filled up: two characters a row become as many cells as the widest row of signs has. */
function hasHugeTable(text: string): boolean {
  const lines = text.split('\n')
  const columns = lines.reduce((widest, line) => Math.max(widest, /^[\s|:-]*$/.test(line) ? line.split('|').length : 0), 0)
  return columns * lines.length > cellsAtMost
}

/**
 * Allows http, https, mailto and paths of this site. Refuses other schemes (javascript:, data:), protocol-relative
 * addresses (//elsewhere) and characters that browsers drop or change while parsing an address.
 */
export function isSafeAddress(address: string): boolean {
  if (/[\s\\\p{Cc}]/u.test(address)) return false
  return /^\/(?!\/)/.test(address) || (isOutside(address) && URL.canParse(address))
}

const isOutside = (address: string) => /^(https?:\/\/|mailto:)[^/]/i.test(address)

// No code blocks by indentation: people indent ordinary paragraphs.
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
/** `![words](address "800x600")`: the size reserves room, against layout shift. Of a picture that may not be shown, the words stay. */
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

/** A heading is at most one level below the one before it: screen readers navigate by levels. */
function outline({ tokens }: StateCore): void {
  let level = 1
  for (const token of tokens) {
    if (token.type === 'heading_open') level = Math.min(6, Number(token.tag.slice(1)) + 1, level + 1)
    if (token.type.startsWith('heading_')) token.tag = `h${level}`
  }
}

/**
 * Emphasis between Chinese characters. CommonMark decides by the spaces and punctuation around stars whether they open or
 * close, and Chinese has no spaces between words: it would show the stars of `**注意：**請`.
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
