import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestService, type TestMember, type TestService } from '#testing/test-service.ts'
import { CentreFile } from './wire.ts'
import { presentFile } from './present.ts'
import { readCentre } from './store.ts'

let service: TestService
let manager: TestMember
let other: TestMember
beforeAll(async () => {
  service = await openTestService()
  manager = await service.newMember({ role: 'manager' })
  other = await service.newMember({ role: 'admin' })
})
afterAll(() => service.close())

const english = { 'accept-language': 'en' }
const read = async () => (await service.call('GET', '/api/Staff/Centre', { as: manager })).body
const shown = async (headers = {}) => (await service.call('GET', '/api/SystemSetting', { headers })).body.centre
async function change(changes: object, as = manager) {
  const { version } = await read()
  return service.call('PUT', '/api/Staff/Centre', { as, body: { version, ...changes } })
}

const contact = {
  name: { tw: '海線國民運動中心', en: 'Seaside Sports Centre' },
  shortName: { tw: '海線', en: 'Seaside' },
  phone: '04-2345-6789',
  email: 'desk@seaside.example',
  address: { tw: '臺中市梧棲區文化路 1 號', en: '1 Wenhua Road, Wuqi, Taichung' },
  deskHours: { tw: '每日 06:00–22:00', en: 'Daily, 06:00–22:00' },
  parking: { tw: '地下停車場', en: 'Underground car park' },
  position: { latitude: 24.2552, longitude: 120.5251 },
}

async function upload(bytes: Buffer, name: string, as = manager): Promise<{ status: number; body: { id: string; code?: string } }> {
  const form = new FormData()
  form.append('upload', new File([new Uint8Array(bytes)], name))
  return service.call('POST', '/api/Upload', { as, body: form })
}
const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 4, background: { r: 20, g: 60, b: 120, alpha: 1 } } })

describe('the centre', () => {
  it('is shown in Chinese where there is no English text', async () => {
    const onlyChinese = (words: { tw: string }) => ({ tw: words.tw, en: '' })
    const { name, address, deskHours, parking } = contact
    const texts = { name, address, deskHours, parking }
    const changed = Object.fromEntries(Object.entries(texts).map(([key, words]) => [key, onlyChinese(words)]))
    expect((await change(changed)).status).toBe(200)
    expect(await shown(english)).toMatchObject(Object.fromEntries(Object.entries(texts).map(([key, { tw }]) => [key, tw])))
  })

  it('is shown in the caller’s language as staff have written it', async () => {
    expect((await change(contact)).status).toBe(200)
    for (const [locale, headers] of [
      ['tw', {}],
      ['en', english],
    ] as const)
      expect(await shown(headers)).toEqual({
        name: contact.name[locale],
        shortName: contact.shortName[locale],
        taxId: '',
        phone: contact.phone,
        email: contact.email,
        address: contact.address[locale],
        deskHours: contact.deskHours[locale],
        parking: contact.parking[locale],
        ...contact.position,
        logo: null,
        style: null,
        footer: null,
      })
  })

  it('keeps what is left out of a change', async () => {
    await change(contact)
    await change({ phone: '04-1111-2222' })
    expect(await read()).toMatchObject({ ...contact, phone: '04-1111-2222', changedBy: expect.any(String) })
  })

  it.each([
    ['phone', { phone: 'call us' }],
    ['name.en', { name: { tw: '有' } }],
    ['taxId', { taxId: '12345678' }],
    ['taxId', { taxId: '00000000' }],
    ['name.tw', { name: { tw: '  ', en: 'x' } }],
    ['name.tw', { name: { tw: '長'.repeat(61), en: 'x' } }],
    ['email', { email: 'nobody' }],
    ['colour', { colour: 'green' }],
    ['position.latitude', { position: { latitude: 91, longitude: 0 } }],
    ['texts.footer.tw', { texts: { footer: { tw: 'x'.repeat(601), en: null } } }],
    ['logoFileId', { logoFileId: 'x' }],
  ])('refuses a wrong %s and changes nothing', async (path, changes) => {
    const before = await read()
    const refused = await change(changes)
    expect(refused).toMatchObject({ status: 422, body: { code: 'invalid_body', errors: [{ path }] } })
    expect(await read()).toEqual(before)
  })

  it('tells whoever has seen an older version who has changed it since', async () => {
    const { version } = await read()
    await service.call('PUT', '/api/Staff/Centre', { as: other, body: { version, phone: '04-3333-4444' } })
    const late = await service.call('PUT', '/api/Staff/Centre', { as: manager, body: { version, phone: '04-5555-6666' } })
    const { name } = (await service.call('GET', '/api/AccountMember', { as: other })).body
    expect(late).toMatchObject({ status: 409, body: { code: 'changed_meanwhile', changedBy: name } })
    expect((await read()).phone).toBe('04-3333-4444')
  })

  it('takes one of two changes that are sent at the same time', async () => {
    const { version } = await read()
    const sent = [manager, other].map((as, n) =>
      service.call('PUT', '/api/Staff/Centre', { as, body: { version, phone: `04-0000-000${n}` } }),
    )
    expect((await Promise.all(sent)).map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect((await read()).version).toBe(version + 1)
  })

  it('writes changes to the audit log: fields with before and after, of texts only which', async () => {
    await change({ phone: '04-7777-8888' })
    await change({ phone: '04-9999-0000', texts: { terms: { tw: '# 秘密條款', en: null } } })
    const row = await service.db
      .selectFrom('audit_log')
      .selectAll()
      .where('action', '=', 'centre.changed')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    expect(row).toMatchObject({ before: { phone: '04-7777-8888' }, after: { phone: '04-9999-0000', texts: ['terms'] } })
    expect(JSON.stringify(row)).not.toContain('秘密條款')
    await change({ texts: { terms: { tw: null, en: null } } })
  })

  it('comes back the same from a catalogue file', async () => {
    const file = CentreFile.parse(JSON.parse(JSON.stringify(presentFile(await readCentre(service.db)))))
    expect(file).toMatchObject({ name: contact.name, position: contact.position })
    expect(CentreFile.safeParse({ name: contact.name, mascot: 'x' }).success).toBe(false)
  })
})

describe('the texts', () => {
  it('begin with defaults that name the centre, in both languages', async () => {
    await change(contact)
    const tw = (await service.call('GET', '/api/Centre/Text/privacy')).body.html
    expect(tw).toContain('海線國民運動中心')
    expect(tw).toContain('<h2>')
    expect((await service.call('GET', '/api/Centre/Text/terms', { headers: english })).body.html).toContain('Seaside Sports Centre')
    expect((await service.call('GET', '/api/Centre/Text/footer')).status).toBe(404)
  })

  it('are staff’s own once written, with placeholders, and without the HTML that somebody types', async () => {
    await change({ texts: { privacy: { tw: '## 我們\n\n請洽 {phone}<script>1</script>', en: null } } })
    const { html } = (await service.call('GET', '/api/Centre/Text/privacy')).body
    expect(html).toBe('<h2>我們</h2>\n<p>請洽 04-2345-6789&lt;script&gt;1&lt;/script&gt;</p>\n')
    expect((await service.call('GET', '/api/Centre/Text/privacy', { headers: english })).body.html).toContain('Article 8')
    await change({ texts: { privacy: { tw: null, en: null } } })
    expect((await service.call('GET', '/api/Centre/Text/privacy')).body.html).toContain('第 8 條')
  })

  it('have a footer on every page', async () => {
    await change({ texts: { footer: { tw: '臺中市政府委託 **{centre}** 營運', en: null } } })
    expect(await shown()).toMatchObject({ footer: '<p>臺中市政府委託 <strong>海線國民運動中心</strong> 營運</p>\n' })
    expect(await shown(english)).toMatchObject({ footer: null })
    await change({ texts: { footer: { tw: null, en: null } } })
  })

  it('are previewed without being saved', async () => {
    const { version } = await read()
    const preview = await service.call('POST', '/api/Staff/Centre/Preview', { as: manager, body: { text: '**{centre}**', language: 'en' } })
    expect(preview.body).toEqual({ html: '<p><strong>Seaside Sports Centre</strong></p>\n' })
    expect((await read()).version).toBe(version)
  })
})

describe('the logo', () => {
  it('is a picture of the caller’s own, drawn in the sizes that pages need', async () => {
    const { body } = await upload(await picture(600, 200).png().toBuffer(), 'logo.png')
    expect((await change({ logoFileId: body.id })).status).toBe(200)
    const { logo } = await shown()
    expect(logo).toMatchObject({ width: 216, height: 72 })
    const sizes: [address: string, width: number, height: number][] = [
      [logo.mark, 216, 72],
      [logo.icon, 32, 32],
      [logo.touchIcon, 180, 180],
    ]
    for (const [address, width, height] of sizes) {
      const response = await service.app.request(address)
      expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
      expect(response.headers.get('content-type')).toBe('image/png')
      expect(await sharp(Buffer.from(await response.arrayBuffer())).metadata()).toMatchObject({ format: 'png', width, height })
    }
    expect((await service.app.request('/api/Centre/Logo/mark?v=old')).headers.get('cache-control')).toBe('public, max-age=60')
    expect((await service.call('GET', '/api/Centre/Logo/huge')).status).toBe(404)
  })

  it('is kept while it is used, and loose once it is replaced or taken away', async () => {
    const loose = async (id: string) =>
      (await service.db.selectFrom('files').select('kept_at').where('id', '=', id).executeTakeFirstOrThrow()).kept_at === null
    const first = (await upload(await picture(100, 100).webp().toBuffer(), 'a.webp')).body.id
    const second = (await upload(await picture(100, 100).jpeg().toBuffer(), 'b.jpg')).body.id
    await change({ logoFileId: first })
    await change({ phone: contact.phone, logoFileId: first })
    expect(await loose(first)).toBe(false)
    await change({ logoFileId: second })
    expect([await loose(first), await loose(second)]).toEqual([true, false])
    await change({ logoFileId: null })
    expect(await loose(second)).toBe(true)
    expect((await service.call('GET', '/api/Centre/Logo/mark')).status).toBe(404)
  })

  it('is refused when it is no picture, too small, of somebody else, or an SVG', async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="99" height="99"><script>alert(1)</script></svg>')
    expect(await upload(svg, 'logo.svg')).toMatchObject({ body: { code: 'file_type_not_allowed' } })
    const tiny = (await upload(await picture(20, 200).png().toBuffer(), 'tiny.png')).body.id
    expect((await change({ logoFileId: tiny })).body).toMatchObject({ code: 'logo_too_small', errors: [{ path: 'logoFileId' }] })
    const paper = (await upload(Buffer.from('%PDF-1.4\n%%EOF'), 'paper.pdf')).body.id
    expect((await change({ logoFileId: paper })).body).toMatchObject({ code: 'not_a_logo' })
    const theirs = (await upload(await picture(100, 100).png().toBuffer(), 'c.png', other)).body.id
    expect((await change({ logoFileId: theirs })).body).toMatchObject({ code: 'no_such_file' })
    expect((await shown()).logo).toBeNull()
  })
})

describe('the colour', () => {
  it('is CSS for the page, in both schemes; the default adds nothing', async () => {
    await change({ colour: '#123C7C' })
    const { style } = await shown()
    expect(style).toContain('--primary:#123c7c')
    expect(style).toContain("[data-scheme='dark']")
    await change({ colour: '#4a7a17' })
    expect((await shown()).style).toBeNull()
    await change({ colour: null })
  })
})

describe('the web app manifest', () => {
  it('has the centre’s name, colour and icons, in the language that is asked for', async () => {
    const { body } = await upload(await picture(300, 300).png().toBuffer(), 'logo.png')
    await change({ ...contact, colour: '#123c7c', logoFileId: body.id })
    const manifest = async (lang: string) => JSON.parse((await service.call('GET', `/api/Centre/Manifest?lang=${lang}`)).text)
    expect(await manifest('tw')).toMatchObject({ name: '海線國民運動中心', short_name: '海線', theme_color: '#123c7c', lang: 'zh-Hant-TW' })
    const { name, icons } = await manifest('en')
    expect(name).toBe('Seaside Sports Centre')
    for (const { src, sizes } of icons) {
      const { width } = await sharp(Buffer.from(await (await service.app.request(src)).arrayBuffer())).metadata()
      expect(`${width}x${width}`).toBe(sizes)
    }
  })
})
