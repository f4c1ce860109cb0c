import { describe, expect, it } from 'vitest'
import { zip } from '#testing/sample-files.ts'
import { unzipSmall } from './zip-limits.ts'

const isSmallZip = async (...given: Parameters<typeof unzipSmall>) => (await unzipSmall(...given)) !== undefined
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

  it('with a zip64 record is not read: other readers follow it to entries that were not counted', async () => {
    for (const [place, length] of [
      [4, 2],
      [8, 2],
      [10, 2],
      [12, 4],
      [16, 4],
    ] as const) {
      const hiding = Buffer.from(small())
      hiding.fill(0xff, hiding.length - 22 + place, hiding.length - 22 + place + length)
      expect(await isSmallZip(hiding, bounds), String(place)).toBe(false)
    }
    const end = small().subarray(-22)
    const locator = Buffer.alloc(20)
    locator.write('PK\x06\x07', 'latin1')
    expect(await isSmallZip(Buffer.concat([small().subarray(0, -22), locator, end]), bounds)).toBe(false)
    expect(await isSmallZip(Buffer.concat([small(), Buffer.from('after the end')]), bounds)).toBe(false)
  })
})
