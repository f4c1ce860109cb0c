import { expect, it } from 'vitest'
import { fileSize } from './file-size.ts'

it('writes a size as people read it', () => {
  expect([0, 69, 1024, 348_160, 1_024_000, 2_516_582, 10_485_760].map(fileSize)).toEqual([
    '0 B',
    '69 B',
    '1 KB',
    '340 KB',
    '1 MB',
    '2.4 MB',
    '10 MB',
  ])
})
