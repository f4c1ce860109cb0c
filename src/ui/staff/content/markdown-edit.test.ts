import { describe, expect, it } from 'vitest'
import { continueList, insertBlock, makeLink, pictureText, toggleLines, toggleMarks, type Edit } from './markdown-edit.ts'

/** `|` marks the ends of the selection. */
function read(marked: string) {
  const start = marked.indexOf('|')
  const end = marked.lastIndexOf('|')
  return { text: marked.replaceAll('|', ''), start, end: end === start ? start : end - 1 }
}
function done(marked: string, edit: Edit | undefined): string | undefined {
  if (!edit) return undefined
  const { text } = read(marked)
  const { from, to, insert, select } = edit
  const after = text.slice(0, from) + insert + text.slice(to)
  const [start, end] = select
  const inner = start === end ? '|' : `|${after.slice(start, end)}|`
  return after.slice(0, start) + inner + after.slice(end)
}
const bold = (marked: string) => done(marked, toggleMarks(read(marked), '**', '字'))
const italic = (marked: string) => done(marked, toggleMarks(read(marked), '*', '字'))
const lines = (marked: string, kind: 'heading' | 'bullets' | 'numbers' | 'quote') => done(marked, toggleLines(read(marked), kind))

describe('marks around words', () => {
  it('are set and taken away, and the selection stays on the words', () => {
    expect(bold('請|注意|安全')).toBe('請**|注意|**安全')
    expect(bold('請**|注意|**安全')).toBe('請|注意|安全')
    expect(bold('請|**注意**|安全')).toBe('請|注意|安全')
    expect(bold('a| word |b')).toBe('a **|word|** b')
  })

  it('stand around words to type over when nothing is selected', () => {
    expect(bold('請|')).toBe('請**|字|**')
    expect(italic('|')).toBe('*|字|*')
  })

  it('of italics are not those of bold', () => {
    expect(italic('**|a|**')).toBe('***|a|***')
    expect(italic('***|a|***')).toBe('**|a|**')
    expect(italic('*|a|*')).toBe('|a|')
  })
})

describe('marks of lines', () => {
  it('are set on every line that has words, replace each other, and go away', () => {
    expect(lines('|一\n\n二|\n三', 'bullets')).toBe('|- 一\n\n- 二|\n三')
    expect(lines('|- 一\n- 二|', 'numbers')).toBe('|1. 一\n2. 二|')
    expect(lines('|1. 一\n2. 二|', 'numbers')).toBe('|一\n二|')
    expect(lines('一\n|二|', 'quote')).toBe('一\n|> 二|')
    expect(lines('標|題', 'heading')).toBe('## 標題|')
    expect(lines('## 標題|', 'heading')).toBe('標題|')
    expect(lines('|', 'bullets')).toBe('- |')
  })

  it('leave the line below alone when the selection ends before it', () => {
    expect(lines('|一\n|二', 'bullets')).toBe('|- 一|\n二')
  })
})

describe('links, pictures and blocks', () => {
  it('a link keeps the words, or takes a selected address', () => {
    expect(done('看|這裡|。', makeLink(read('看|這裡|。'), '文字'))).toBe('看[這裡](|https://|)。')
    expect(done('|https://a.tw|', makeLink(read('|https://a.tw|'), '文字'))).toBe('[|文字|](https://a.tw)')
  })

  it('a picture has its words and its size', () => {
    expect(pictureText({ id: 'x', alt: '場地 [A]', width: 40, height: 30 })).toBe(String.raw`![場地 \[A\]](/api/File/x "40x30")`)
    expect(pictureText({ id: 'x', alt: '', width: 0, height: 0 })).toBe('![](/api/File/x)')
  })

  it('a block has empty lines around it', () => {
    expect(done('前|後', insertBlock(read('前|後'), 'B'))).toBe('前\n\nB\n\n|後')
    expect(done('|', insertBlock(read('|'), 'B'))).toBe('B\n|')
    expect(done('前\n|\n後', insertBlock(read('前\n|\n後'), 'B'))).toBe('前\n\nB\n|\n後')
  })
})

describe('Enter', () => {
  it('goes on with a list, and ends it on an empty item', () => {
    const enter = (marked: string) => done(marked, continueList(read(marked)))
    expect(enter('- 一|')).toBe('- 一\n- |')
    expect(enter('9. 一|')).toBe('9. 一\n10. |')
    expect(enter('> 引|')).toBe('> 引\n> |')
    expect(enter('- 一\n- |')).toBe('- 一\n|')
    expect(enter('一|')).toBeUndefined()
    expect(enter('- |一|')).toBeUndefined()
  })
})
