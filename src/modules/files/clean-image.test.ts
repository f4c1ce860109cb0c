import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { assertTidy, formWith, openFilesFixture, type FilesFixture } from '#testing/files-fixture.ts'

let fixture: FilesFixture
beforeAll(async () => {
  fixture = await openFilesFixture()
})
afterAll(() => fixture.close())
beforeEach(async () => {
  fixture.session = await fixture.member()
})
afterEach(() => assertTidy(fixture))

const picture = (format: 'jpeg' | 'png', width = 40, height = 20) =>
  sharp({ create: { width, height, channels: 3, background: '#2a7' } }).toFormat(format)

async function refusal(content: Buffer, name: string): Promise<[number, string]> {
  const response = await fixture.send('/api/Upload', formWith(content, name))
  return [response.status, ((await response.json()) as { code: string }).code]
}

describe('an image is re-encoded', () => {
  it('without GPS position, camera and other metadata, and rotated upright', async () => {
    const photo = await picture('jpeg')
      .withExif({ IFD0: { Make: 'Camera', Copyright: 'Lin' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '25/1 2/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .toBuffer()
    expect((await sharp(photo).metadata()).exif).toBeDefined()
    const file = await fixture.upload(photo, 'me.jpg')
    const kept = await sharp(await fixture.bytesOf(file.id)).metadata()
    expect(kept).toMatchObject({ format: 'jpeg', width: 20, height: 40 })
    expect([kept.exif, kept.icc, kept.xmp, kept.orientation]).toEqual([undefined, undefined, undefined, undefined])
  })

  it('without bytes after its end', async () => {
    const polyglot = Buffer.concat([await picture('png').toBuffer(), Buffer.from('<script>alert(1)</script>')])
    expect((await fixture.bytesOf((await fixture.upload(polyglot, 'a.png')).id)).includes('<script>')).toBe(false)
  })

  it('at most 4096 pixels a side', async () => {
    const file = await fixture.upload(await picture('png', 5000, 100).toBuffer(), 'wide.png')
    expect(await sharp(await fixture.bytesOf(file.id)).metadata()).toMatchObject({ width: 4096, height: 82 })
  })

  it('or refused when it is broken or has too many pixels', async () => {
    const good = await sharp(randomBytes(300 * 300 * 3), { raw: { width: 300, height: 300, channels: 3 } })
      .jpeg()
      .toBuffer()
    expect(await refusal(good.subarray(0, good.length / 2), 'a.jpg')).toEqual([415, 'file_broken'])
    const png = await picture('png').toBuffer()
    png.writeUInt32BE(60_000, 16)
    expect(await refusal(png, 'a.png')).toEqual([415, 'file_broken'])
    const bomb = await sharp({ create: { width: 9000, height: 9000, channels: 3, background: 'red' } })
      .png({ compressionLevel: 9 })
      .toBuffer()
    expect(await refusal(bomb, 'bomb.png')).toEqual([415, 'file_broken'])
  })
})
