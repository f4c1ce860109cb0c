import { describe, expect, it } from 'vitest'
import { acceptedFiles, maxFileBytes, whyNotAcceptable } from './rules.ts'

describe('a file before the upload', () => {
  const good = { size: 1000, name: '同意書.pdf', type: 'application/pdf' }

  it('is accepted by its type, or by its name where the browser knows no type', () => {
    expect(whyNotAcceptable(good)).toBeUndefined()
    expect(whyNotAcceptable({ ...good, name: 'list.XLSX', type: '' })).toBeUndefined()
    expect(whyNotAcceptable({ ...good, size: maxFileBytes })).toBeUndefined()
  })

  it('is refused with the reason', () => {
    expect(whyNotAcceptable({ ...good, size: 0 })).toEqual({ code: 'file_empty', path: 'upload' })
    expect(whyNotAcceptable({ ...good, size: maxFileBytes + 1 })).toEqual({ code: 'file_too_large', maxMegabytes: 10, path: 'upload' })
    expect(whyNotAcceptable({ ...good, type: 'text/html' }, 'proof')).toEqual({ code: 'file_type_not_allowed', path: 'proof' })
    expect(whyNotAcceptable({ ...good, name: 'run.exe', type: '' })?.code).toBe('file_type_not_allowed')
    expect(whyNotAcceptable({ ...good, name: 'no ending', type: '' })?.code).toBe('file_type_not_allowed')
  })

  it('has the same list of types in the file chooser', () => {
    expect(acceptedFiles.split(',')).toEqual(
      expect.arrayContaining(['application/pdf', '.pdf', '.jpeg', '.docx', '.xlsx', '.webp', '.png']),
    )
  })
})
