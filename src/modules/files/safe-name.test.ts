import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fileTypes } from './rules.ts'
import { safeFileName } from './receive-upload.ts'

describe('a safe file name', () => {
  const pdf = (name: string) => safeFileName(name, 'application/pdf')

  it.each([
    ['中文保留', '社團立案證書.pdf', '社團立案證書.pdf'],
    ['emoji stay whole', '全家 👨‍👩‍👧 合照.pdf', '全家 👨‍👩‍👧 合照.pdf'],
    ['a unix path goes', '../../etc/passwd', 'passwd.pdf'],
    ['a windows path goes', 'C:\\Users\\lin\\桌面\\同意書.PDF', '同意書.pdf'],
    ['leading dots go', '...htaccess.pdf', 'htaccess.pdf'],
    ['a turned reading direction goes', 'invoice\u202Efdp.exe', 'invoicefdp.pdf'],
    ['control characters go', 'a\u0000b\r\nc\u007f.pdf', 'abc.pdf'],
    ['reserved characters are replaced', 'a<b>c:"d"|e?*.pdf', 'a_b_c__d__e__.pdf'],
    ['a wrong ending is corrected', 'photo.exe', 'photo.pdf'],
    ['two endings become one', '同意書.docx.pdf', '同意書.pdf'],
    ['other dots stay', '會議紀錄 2026.07.01 v1.2.pdf', '會議紀錄 2026.07.01 v1.2.pdf'],
    ['spaces are single', '  a \u3000\t b .pdf ', 'a b.pdf'],
    ['a device of Windows is none', 'CON.pdf', '_CON.pdf'],
    ['nothing becomes something', '', 'file.pdf'],
    ['dots alone become something', '....', 'file.pdf'],
    ['half a character is mended', 'a\ud800.pdf', 'a\ufffd.pdf'],
  ])('%s', (_, sent, safe) => {
    expect(pdf(sent)).toBe(safe)
  })

  it('has the extension of the detected type', () => {
    expect(safeFileName('照片.jpeg', 'image/jpeg')).toBe('照片.jpg')
    expect(safeFileName('名單', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')).toBe('名單.xlsx')
  })

  it('is short enough for every file system, and never cut inside a character', () => {
    expect([...pdf('x'.repeat(5000))]).toHaveLength(100)
    expect(Buffer.byteLength(pdf('球'.repeat(5000)))).toBeLessThanOrEqual(240)
    const family = pdf('👨‍👩‍👧'.repeat(100))
    expect(family.replaceAll('👨‍👩‍👧', '')).toBe('.pdf')
  })

  it('is safe for every input, and idempotent', () => {
    const anyName = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 300 }),
      fc.string({ unit: fc.constantFrom('.', ' ', 'pdf', 'exe', '/', '\\', '球', '\u202e', '\u0301', 'e', '\u200b', 'con') }),
    )
    fc.assert(
      fc.property(anyName, fc.constantFrom(...fileTypes), (name, { type, extension }) => {
        const safe = safeFileName(name, type)
        expect(safe).toMatch(
          new RegExp(`^[^./\\\\<>:"|?*\\p{Cc}][^/\\\\<>:"|?*\\p{Cc}\\u202a-\\u202e\\u2066-\\u2069]*\\.${extension}$`, 'u'),
        )
        expect(Buffer.byteLength(safe)).toBeLessThanOrEqual(240)
        expect(safe.isWellFormed()).toBe(true)
        expect(safeFileName(safe, type)).toBe(safe)
      }),
      { numRuns: 500 },
    )
  })
})
