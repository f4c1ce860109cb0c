/** A change of a text as a toolbar makes it: what is replaced, by what, and what is selected afterwards. Pure. */
export type Edit = { from: number; to: number; insert: string; select: [number, number] }
type Selected = { text: string; start: number; end: number }

/** Puts marks around the selection, or takes them away. Without a selection the words that stand between the marks are selected, to be typed over. */
export function toggleMarks({ text, start, end }: Selected, mark: string, words: string): Edit {
  const chosen = text.slice(start, end)
  const size = mark.length
  const isInside = chosen.length > 2 * size && hasMark(starsAt(chosen, 1), mark) && hasMark(starsAt(chosen, -1), mark)
  if (isInside) return { from: start, to: end, insert: chosen.slice(size, -size), select: [start, end - 2 * size] }
  if (hasMark(starsAt(text.slice(0, start), -1), mark) && hasMark(starsAt(text.slice(end), 1), mark))
    return { from: start - size, to: end + size, insert: chosen, select: [start - size, end - size] }
  // Spaces at the ends stay outside: emphasis does not begin or end with one.
  const [, before = '', inner = '', after = ''] = /^(\s*)(.*?)(\s*)$/s.exec(chosen) ?? []
  const middle = inner === '' ? words : inner
  const at = start + before.length + size
  return { from: start, to: end, insert: `${before}${mark}${middle}${mark}${after}`, select: [at, at + middle.length] }
}

/** Stars at the beginning of a text, or at its end. */
const starsAt = (text: string, end: 1 | -1): number => (end === 1 ? /^\**/ : /\**$/).exec(text)![0].length
/** One star is italic, two are bold, three are both. */
const hasMark = (stars: number, mark: string): boolean => (mark.length === 1 ? stars % 2 === 1 : stars >= 2)

export type LineMark = 'heading' | 'bullets' | 'numbers' | 'quote'
const anyMark = /^(\s*)(?:#{1,6} |[-*+] |\d+[.)] |> )/
const markOf: Record<LineMark, RegExp> = { heading: /^#{1,6} /, bullets: /^\s*[-*+] /, numbers: /^\s*\d+[.)] /, quote: /^\s*> / }

/** Makes the selected lines a heading, a list or a quotation; lines that all are one already become plain. */
export function toggleLines({ text, start, end }: Selected, kind: LineMark): Edit {
  const from = text.lastIndexOf('\n', start - 1) + 1
  const next = text.indexOf('\n', Math.max(start, end - (end > start && text[end - 1] === '\n' ? 1 : 0)))
  const to = next === -1 ? text.length : next
  const lines = text.slice(from, to).split('\n')
  const filled = lines.filter((line) => line.trim() !== '')
  const isOn = filled.length > 0 && filled.every((line) => markOf[kind].test(line))
  let number = 0
  const changed = lines.map((line) => {
    if (line.trim() === '' && lines.length > 1) return line
    const plain = line.replace(anyMark, '$1')
    if (isOn) return plain
    if (kind === 'heading') return `## ${plain.trimStart()}`
    if (kind === 'quote') return `> ${plain}`
    number += 1
    return kind === 'bullets' ? `- ${plain}` : `${number}. ${plain}`
  })
  const insert = changed.join('\n')
  const end1 = from + insert.length
  return { from, to, insert, select: start === end ? [end1, end1] : [from, end1] }
}

/** A link around the selection; its address is selected, to be typed over. A selected address becomes the link's target. */
export function makeLink({ text, start, end }: Selected, words: string): Edit {
  const chosen = text.slice(start, end).trim()
  const isAddress = /^(https?:\/\/|mailto:|\/)\S+$/i.test(chosen)
  const label = isAddress || chosen === '' ? words : chosen
  const address = isAddress ? chosen : 'https://'
  const insert = `[${label}](${address})`
  const at = start + 1
  return {
    from: start,
    to: end,
    insert,
    select: isAddress ? [at, at + label.length] : [at + label.length + 2, at + label.length + 2 + address.length],
  }
}

/** A block of its own: an empty line before and after it. */
export function insertBlock({ text, start, end }: Selected, block: string): Edit {
  const before = text.slice(0, start)
  const gap = before === '' || before.endsWith('\n\n') ? '' : before.endsWith('\n') ? '\n' : '\n\n'
  const after = text.slice(end)
  const tail = after === '' || after.startsWith('\n\n') ? (after === '' ? '\n' : '') : after.startsWith('\n') ? '\n' : '\n\n'
  const at = start + gap.length + block.length + tail.length
  return { from: start, to: end, insert: `${gap}${block}${tail}`, select: [at, at] }
}

const escapeAlt = (alt: string) => alt.replaceAll(/[\\[\]]/g, String.raw`\$&`)

export const pictureText = (picture: { id: string; alt: string; width: number; height: number }): string => {
  const size = picture.width > 0 && picture.height > 0 ? ` "${picture.width}x${picture.height}"` : ''
  return `![${escapeAlt(picture.alt)}](/api/File/${picture.id}${size})`
}

export const tableText = (head: string, cell: string): string =>
  `| ${head} 1 | ${head} 2 |\n| --- | --- |\n| ${cell} | ${cell} |\n| ${cell} | ${cell} |`

/** Enter in a list or a quotation begins the next item; in an empty one it ends the list. Undefined: an ordinary new line. */
export function continueList({ text, start, end }: Selected): Edit | undefined {
  if (start !== end) return undefined
  const from = text.lastIndexOf('\n', start - 1) + 1
  const line = text.slice(from, start)
  const [whole, indent = '', bullet, number, sign] = /^(\s*)(?:([-*+]|>) |(\d+)([.)]) )/.exec(line) ?? []
  if (whole === undefined) return undefined
  if (line.length === whole.length) return { from, to: start, insert: '', select: [from, from] }
  const insert = `\n${indent}${number === undefined ? bullet : `${Number(number) + 1}${sign}`} `
  return { from: start, to: start, insert, select: [start + insert.length, start + insert.length] }
}
