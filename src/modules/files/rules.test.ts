import { describe, expect, it } from 'vitest'
import { acceptedFiles, maxFileBytes, maySee, whyNotAcceptable } from './rules.ts'

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
