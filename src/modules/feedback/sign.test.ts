import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestService, type TestService } from '#testing/test-service.ts'
import { readQr } from '#testing/read-qr.ts'
import { smallCentre } from '#testing/small-centre.ts'
import { drawCourtSign } from './court-sign.ts'

let service: TestService
beforeAll(async () => {
  service = await openTestService()
  await smallCentre(service.db)
})
afterAll(() => service.close())

/** The QR code of the sign, sampled from the picture: dark or light in the middle of each module. */
async function scan(svg: string): Promise<string> {
  const [, left, top, scale] = /<path transform="translate\(([\d.]+) ([\d.]+)\) scale\(([\d.]+)\)"/.exec(svg)!.map(Number)
  const dots = 10
  // Without its mm, a unit of the drawing is a dot.
  const whole = svg.replace(/width="148mm" height="210mm"/, `width="${148 * dots}" height="${210 * dots}"`)
  const { data, info } = await sharp(Buffer.from(whole)).flatten().greyscale().raw().toBuffer({ resolveWithObject: true })
  const isDark = (x: number, y: number) =>
    data[(Math.floor((top! + (y + 0.5) * scale!) * dots) * info.width + Math.floor((left! + (x + 0.5) * scale!) * dots)) * info.channels]! <
    128
  const size = Math.round(98 / scale!) - 8
  for (let n = -4; n < size + 4; n++)
    for (const [x, y] of [
      [n, -1],
      [n, -4],
      [n, size],
      [n, size + 3],
      [-1, n],
      [-4, n],
      [size, n],
      [size + 3, n],
    ] as const)
      if (isDark(x, y)) throw new Error(`it is not light around the code: ${x}, ${y}`)
  const inside = Array.from({ length: size }, (_, n) => n)
  return readQr(inside.map((y) => inside.map((x) => isDark(x, y))))
}

const sign = (id: number | string, as?: { token: string }) => service.call('GET', `/api/Staff/Court/${id}/Sign`, { as })

describe('the sign on a court', () => {
  it('can be printed by staff only', async () => {
    expect((await sign(1)).status).toBe(401)
    expect((await sign(1, await service.newMember())).status).toBe(403)
    expect((await sign(1, await service.newMember({ role: 'editor' }))).status).toBe(403)
    const { status, headers } = await sign(1, await service.newMember({ role: 'desk' }))
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('image/svg+xml; charset=utf-8')
    expect(headers.get('content-disposition')).toBe('inline; filename="court-1.svg"')
    expect(headers.get('content-security-policy')).toBe("sandbox; default-src 'none'")
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('cache-control')).toBe('no-store')
  })

  it('is refused when the address of the site is too long for the QR code', async () => {
    const far = await openTestService({ publicUrl: `https://${'booking.'.repeat(9)}sports.example` })
    try {
      await smallCentre(far.db)
      const { status, body } = await far.call('GET', '/api/Staff/Court/1/Sign', { as: await far.newMember({ role: 'desk' }) })
      expect([status, body.code]).toEqual([409, 'address_too_long'])
    } finally {
      await far.close()
    }
  })

  it('names the court in both languages, and its QR code leads to the form, past the guard', async () => {
    const desk = await service.newMember({ role: 'desk' })
    const links = (await service.call('GET', '/api/Staff/Report/CourtLink', { as: desk })).body
    for (const { venue2ndId, link } of [links[0], links.at(-1)]) {
      const { text } = await sign(venue2ndId, desk)
      const found = await service.db
        .selectFrom('courts')
        .innerJoin('facilities', 'facilities.id', 'courts.facility_id')
        .select(['courts.name_tw', 'courts.name_en', 'facilities.name_tw as hall_tw', 'facilities.name_en as hall_en'])
        .where('courts.id', '=', venue2ndId)
        .executeTakeFirstOrThrow()
      for (const words of [...Object.values(found), '有東西壞了？掃描回報', 'Something broken? Scan to report it'])
        expect(text).toContain(`>${words}</text>`)
      expect(await scan(text)).toBe(link)
      expect(new URL(link).pathname + new URL(link).search).toContain(`/repair?court=${venue2ndId}&ref=`)
    }
  })

  it.each(['0', '999', '-1', '1.5', 'abc', '99999999999', '%00', '1%2F..'])('%s is no court: 404', async (id) => {
    expect((await sign(id, await service.newMember({ role: 'admin' }))).status).toBe(404)
  })

  it('escapes markup in names', () => {
    const name = { tw: '<script>alert(1)</script>&"\'', en: 'A very long name of a hall that nobody has thought about'.repeat(2) }
    const svg = drawCourtSign({ centre: name, facility: name, court: name, link: 'https://park.example/repair?court=1' })
    expect(svg).not.toContain('<script')
    expect(svg).toContain('&lt;script&gt;alert(1)&lt;/script&gt;&amp;&quot;&apos;')
    const sizes = [...svg.matchAll(/font-size="([\d.]+)"/g)].map(([, size]) => Number(size))
    expect(sizes[2]! * name.en.length * 0.66).toBeLessThanOrEqual(124.5)
  })
})
