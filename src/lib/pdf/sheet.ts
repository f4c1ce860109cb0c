import type { Font } from 'fontkit'
import type PDFDocument from 'pdfkit'
import type { Said } from './paper.ts'
import { writable } from './writable.ts'

export type Doc = InstanceType<typeof PDFDocument>
export type Tag = ReturnType<Doc['struct']>

export const ink = '#1f1b16'
export const quiet = '#5c554b'
const hairline = '#cfc8bb'

export const page = { width: 595.28, height: 841.89, side: 48, top: 44, bottom: 62 } as const
export const contentWidth = page.width - 2 * page.side
const lowest = page.height - page.bottom
const tallest = lowest - page.top

/** `inline`: languages stand side by side where they fit. */
export type Look = { size: number; colour?: string; bold?: boolean; right?: boolean; inline?: boolean }
export type Box = { x: number; y: number; width: number }

/** One language of a text, ready to be written. `actual`: what a reader is told where the print has a mark for a missing character. */
type Piece = {
  text: string
  actual: string | undefined
  language: number
  size: number
  colour: string
  height: number
  at: { x: number; y: number }
  features: PDFKit.Mixins.OpenTypeFeatures[] | undefined
  /** Stands where `at` says, and not at the right. */
  isPlaced: boolean
}
type Pieces = { pieces: Piece[]; height: number }

/** The pages of a PDF while they are written from top to bottom, with the tags by which readers find their way. */
export class Sheet {
  y: number = page.top
  readonly root: Tag
  readonly doc: Doc
  readonly #font: Font
  readonly #languages: readonly string[]

  constructor(doc: Doc, font: Font, languages: readonly string[]) {
    this.doc = doc
    this.#font = font
    this.#languages = languages
    this.root = doc.struct('Document')
    doc.addStructure(this.root)
  }

  /** True when a new page was begun because so much did not fit below. */
  makeRoom(height: number): boolean {
    if (this.y + Math.min(height, tallest) <= lowest || this.y === page.top) return false
    this.doc.addPage()
    this.y = page.top
    return true
  }

  heightOf(said: Said, width: number, look: Look): number {
    return this.#pieces(said, width, look).height
  }

  /** Writes a text under a tag, its languages below each other. The tag is the caller's to add. */
  write(tag: string, said: Said, { x, y, width }: Box, look: Look, options: PDFKit.Mixins.StructureElementOptions = {}): Tag {
    const drawn = this.#pieces(said, width, look).pieces.map((piece) => ({ piece, draw: () => this.#draw(piece, { x, y, width }, look) }))
    const [only] = drawn
    if (drawn.length === 1 && only!.piece.language === 0 && only!.piece.actual === undefined)
      return this.doc.struct(tag, options, only!.draw)
    const spans = drawn.map(({ piece: { language, actual }, draw }) => {
      const lang = language === 0 ? undefined : this.#languages[language]
      return this.doc.struct('Span', { ...(lang && { lang }), ...(actual !== undefined && { actual }) }, draw)
    })
    return this.doc.struct(tag, options, spans)
  }

  /** What readers pass over: rules, repeated heads, page numbers. */
  artifact(type: 'Layout' | 'Pagination', draw: () => void): void {
    this.doc.markContent('Artifact', { type })
    draw()
    this.doc.endMarkedContent()
  }

  rule(y: number, colour: string = hairline): void {
    this.artifact('Layout', () => {
      this.doc
        .moveTo(page.side, y)
        .lineTo(page.width - page.side, y)
        .lineWidth(0.6)
        .stroke(colour)
    })
  }

  /** Writes without a tag: inside an artifact. */
  print(said: Said, box: Box, look: Look): void {
    for (const piece of this.#pieces(said, box.width, look).pieces) this.#draw(piece, box, look)
  }

  #pieces(said: Said, width: number, look: Look): Pieces {
    const { doc } = this
    const seen = new Set<string>()
    const pieces: Piece[] = []
    let below = 0
    for (const [language, whole] of said.entries()) {
      if (whole === '' || seen.has(whole)) continue
      seen.add(whole)
      const text = writable(whole, (one) => this.#font.hasGlyphForCodePoint(one))
      const own = pieces.length === 0 ? { size: look.size, colour: look.colour ?? ink } : { size: look.size * 0.82, colour: quiet }
      doc.fontSize(own.size)
      // The font's quotation marks are as wide as a Chinese character unless it is asked for narrow ones.
      const features: Piece['features'] = this.#languages[language]?.startsWith('zh') ? undefined : ['pwid']
      const height = Math.min(tallest, doc.heightOfString(text, { width, features }))
      const actual = text === whole.normalize('NFC') ? undefined : whole.toWellFormed()
      pieces.push({ text, actual, language, height, at: { x: 0, y: below }, isPlaced: false, features, ...own })
      below += height
    }
    return (look.inline && this.#sideBySide(pieces, width, look.right)) || { pieces, height: below }
  }

  #sideBySide(pieces: Piece[], width: number, right = false): Pieces | undefined {
    const { doc } = this
    const lineHeight = pieces[0]?.height ?? 0
    let x = 0
    const placed = pieces.map((piece) => {
      doc.fontSize(piece.size)
      // On one baseline.
      const at = { x, y: lineHeight - piece.height - (pieces[0]!.size - piece.size) * 0.2 }
      x += doc.widthOfString(piece.text, { features: piece.features }) + piece.size * 0.5
      return { ...piece, at: piece === pieces[0] ? { x: 0, y: 0 } : at }
    })
    if (pieces.length < 2 || pieces.some(({ text }) => text.includes('\n')) || x > width) return undefined
    const shift = right ? width - x + pieces.at(-1)!.size * 0.5 : 0
    return { pieces: placed.map((piece) => ({ ...piece, at: { ...piece.at, x: piece.at.x + shift }, isPlaced: true })), height: lineHeight }
  }

  /** Bold is drawn with an outline: one weight of the font is shipped. */
  #draw({ text, size, colour, height, at, isPlaced, features }: Piece, { x, y, width }: Box, { bold = false, right = false }: Look): void {
    const { doc } = this
    doc.fontSize(size).fillColor(colour)
    if (bold) doc.strokeColor(colour).lineWidth(size * 0.028)
    doc.text(text, x + at.x, y + at.y, {
      width: width - at.x,
      height: height + 1,
      ellipsis: true,
      align: right && !isPlaced ? 'right' : 'left',
      features,
      stroke: bold,
      fill: true,
    })
  }
}
