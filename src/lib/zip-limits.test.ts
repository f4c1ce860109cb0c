import { describe, expect, it } from 'vitest'
import { zip } from '#testing/sample-files.ts'
import { isSmallZip } from './zip-limits.ts'

const bounds = { files: 3, unpackedBytes: 100_000 }
const small = () => zip([{ name: 'a.xml', content: 'a'.repeat(1000) }])
const bomb = () => zip([{ name: 'a.xml', content: 'a'.repeat(200_000) }])

describe('a zip', () => {
  it('is small when it has few files that unpack to few bytes', async () => {
    expect(await isSmallZip(small(), bounds)).toBe(true)
    expect(await isSmallZip(zip(['a', 'b', 'c'].map((name) => ({ name, content: 'x' }))), bounds)).toBe(true)
  })

  it('is not small when it unpacks to more, in one file or in several', async () => {
    expect(bomb().length).toBeLessThan(1000)
    expect(await isSmallZip(bomb(), bounds)).toBe(false)
    expect(await isSmallZip(zip(['a', 'b'].map((name) => ({ name, content: 'x'.repeat(60_000) }))), bounds)).toBe(false)
    expect(await isSmallZip(zip(['a', 'b', 'c', 'd'].map((name) => ({ name, content: 'x' }))), bounds)).toBe(false)
  })

  it('is not believed about its sizes', async () => {
    const lying = zip([{ name: 'a.xml', content: 'a'.repeat(200_000), claimedSize: 10 }])
    expect(await isSmallZip(lying, bounds)).toBe(false)
  })

  it('that is encrypted, cut off or no zip at all is not read', async () => {
    const encrypted = zip([{ name: 'a.xml', content: 'a', encrypted: true }])
    expect(await isSmallZip(encrypted, bounds)).toBe(false)
    expect(await isSmallZip(small().subarray(20), bounds)).toBe(false)
    expect(await isSmallZip(Buffer.from('PK\x03\x04'), bounds)).toBe(false)
  })
})
