import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { acceptedFiles, fileTypes, maxFileBytes, maySee, safeFileName, whyNotAcceptable } from './rules.ts'

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

  it('takes the ending of the type that was found', () => {
    expect(safeFileName('照片.jpeg', 'image/jpeg')).toBe('照片.jpg')
    expect(safeFileName('名單', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')).toBe('名單.xlsx')
  })

  it('is short enough for every file system, and cut between characters', () => {
    expect([...pdf('x'.repeat(5000))]).toHaveLength(100)
    expect(Buffer.byteLength(pdf('球'.repeat(5000)))).toBeLessThanOrEqual(240)
    const family = pdf('👨‍👩‍👧'.repeat(100))
    expect(family.replaceAll('👨‍👩‍👧', '')).toBe('.pdf')
  })

  it('is safe whatever is sent, and stays as it is when sent again', () => {
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

describe('before sending', () => {
  const good = { size: 1000, name: '同意書.pdf', type: 'application/pdf' }

  it('accepts what is on the list, by type or, where the machine knows none, by name', () => {
    expect(whyNotAcceptable(good)).toBeUndefined()
    expect(whyNotAcceptable({ ...good, name: 'list.XLSX', type: '' })).toBeUndefined()
    expect(whyNotAcceptable({ ...good, size: maxFileBytes })).toBeUndefined()
  })

  it('says what is wrong', () => {
    expect(whyNotAcceptable({ ...good, size: 0 })).toEqual({ code: 'file_empty', path: 'upload' })
    expect(whyNotAcceptable({ ...good, size: maxFileBytes + 1 })).toEqual({ code: 'file_too_large', maxMegabytes: 10, path: 'upload' })
    expect(whyNotAcceptable({ ...good, type: 'text/html' }, 'proof')).toEqual({ code: 'file_type_not_allowed', path: 'proof' })
    expect(whyNotAcceptable({ ...good, name: 'run.exe', type: '' })?.code).toBe('file_type_not_allowed')
    expect(whyNotAcceptable({ ...good, name: 'no ending', type: '' })?.code).toBe('file_type_not_allowed')
  })

  it('offers the same list to the file chooser', () => {
    expect(acceptedFiles.split(',')).toEqual(
      expect.arrayContaining(['application/pdf', '.pdf', '.jpeg', '.docx', '.xlsx', '.webp', '.png']),
    )
  })
})

describe('who sees a file', () => {
  const owner = { memberId: 'a', staff: false }

  it('is its owner and staff, and everybody once it is published', () => {
    expect(maySee({ ownerId: 'a', published: false }, owner)).toBe(true)
    expect(maySee({ ownerId: 'a', published: false }, { memberId: 'b', staff: true })).toBe(true)
    expect(maySee({ ownerId: 'a', published: false }, { memberId: 'b', staff: false })).toBe(false)
    expect(maySee({ ownerId: 'a', published: false }, undefined)).toBe(false)
    expect(maySee({ ownerId: null, published: false }, owner)).toBe(false)
    expect(maySee({ ownerId: 'a', published: true }, undefined)).toBe(true)
  })
})
