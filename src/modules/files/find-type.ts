import { open } from 'node:fs/promises'
import { findOfficeType } from './office-package.ts'
import { typeOf, type FileType } from './rules.ts'

/** The type of a file by its content; the name and type that the sender gives are ignored. */
export async function findType(path: string): Promise<FileType | undefined> {
  const head = await firstBytes(path, 5)
  if (head === '%PDF-') return 'application/pdf'
  if (head.startsWith('PK')) return findOfficeType(path)
  const { fileTypeFromFile } = await import('file-type')
  const found = await fileTypeFromFile(path).catch(() => undefined)
  const known = typeOf(found?.mime ?? '')
  return known?.kind === 'image' ? known.type : undefined
}

async function firstBytes(path: string, count: number): Promise<string> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(count), 0, count, 0)
    return buffer.toString('latin1', 0, bytesRead)
  } finally {
    await file.close()
  }
}
