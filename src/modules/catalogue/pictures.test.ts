import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { removeLooseFiles } from '#modules/files/keep-files.ts'
import { samplePdf } from '#testing/sample-files.ts'
import { uploadPicture } from '#testing/highlights.ts'
import { openTestService, type TestMember, type TestService } from '#testing/test-service.ts'
import { calm, changed, codesOf, withHall } from '#testing/catalogue-plans.ts'
import { parseChanges } from './file.ts'
import type { FacilityFile, PictureFile } from './file-wire.ts'
import { planChange } from './plan-change.ts'
import { templateFile } from './templates.ts'

const someFile = '0190b4f0-0000-7000-8000-000000000001'
const otherFile = '0190b4f0-0000-7000-8000-000000000002'
const pictureOf = (file: string, more: Partial<PictureFile> = {}): PictureFile => ({
  file,
  alt: { tw: '清晨的球場', en: 'Courts at dawn' },
  focus: { x: 40, y: 60 },
  ...more,
})

describe('pictures of a facility, without a database', () => {
  const withPictures = (...pictures: PictureFile[]) => changed((facility) => (facility.pictures = pictures))
  const parsed = (picture: object) =>
    parseChanges(changed((facility) => (facility.pictures = [picture as PictureFile]))).errors.map(({ path, code }) => `${path}: ${code}`)

  it('have words, a focal point inside the picture, and a file', () => {
    expect(parsed(pictureOf(someFile))).toEqual([])
    expect(parsed(pictureOf(someFile, { alt: { tw: '', en: '' } }))).toEqual(['pictures.0.alt.tw: required'])
    expect(parsed(pictureOf(someFile, { focus: { x: -1, y: 101 } }))).toEqual([
      'pictures.0.focus.x: too_low',
      'pictures.0.focus.y: too_high',
    ])
    expect(parsed(pictureOf(someFile, { focus: { x: 1.5, y: 0 } }))).toEqual(['pictures.0.focus.x: not_whole'])
    expect(parsed(pictureOf('../secret'))).toEqual(['pictures.0.file: bad_file'])
    const { changes } = parseChanges(changed((one) => (one.pictures = [{ file: someFile, alt: { tw: '球場' } } as never])))
    expect(changes.facilities![0]!.pictures).toEqual([{ file: someFile, alt: { tw: '球場', en: '球場' }, focus: { x: 50, y: 50 } }])
    const many = Array.from({ length: 13 }, (_, n) => pictureOf(`${someFile.slice(0, -2)}${n + 10}`))
    expect(parseChanges(withPictures(...many)).errors).toMatchObject([{ path: 'pictures', code: 'too_many' }])
  })

  it('are there once each, and their files are in this centre', () => {
    const pictures = new Set([someFile])
    expect(codesOf(withPictures(pictureOf(someFile)), { pictures })).toEqual([])
    expect(codesOf(withPictures(pictureOf(someFile), pictureOf(someFile)), { pictures })).toEqual(['pictures.1.file: picture_twice'])
    expect(codesOf(withPictures(pictureOf(someFile), pictureOf(otherFile)), { pictures })).toEqual(['pictures.1.file: picture_missing'])
  })

  it('stay when a file does not mention them, and go when it says that there are none', () => {
    const before = { ...withHall, facilities: withPictures(pictureOf(someFile)).facilities! }
    const circumstances = { ...calm, pictures: new Set([someFile]) }
    expect(
      planChange(
        before,
        changed(() => {}),
        circumstances,
      ).changes,
    ).toEqual([])
    expect(planChange(before, withPictures(), circumstances).changes).toMatchObject([{ field: 'pictures', after: [] }])
  })
})

describe('pictures of a facility', { timeout: 60_000 }, () => {
  let service: TestService
  let manager: TestMember
  beforeAll(async () => {
    service = await openTestService()
    manager = await service.newMember({ role: 'manager' })
    const { facilities } = templateFile('badminton-hall', '2026-01-01')
    const made = await call('POST', '/api/Staff/Catalogue/Change', { changes: { facilities } })
    if (made.status !== 200) throw new Error(made.text)
  })
  afterAll(() => service.close())

  const call = (method: string, path: string, body?: object, as = manager) => service.call(method, path, body ? { as, body } : { as })
  const catalogue = async () => (await call('GET', '/api/Staff/Catalogue')).body
  const hall = async (): Promise<FacilityFile> => (await catalogue()).file.facilities[0]
  const show = async (pictures: PictureFile[], as = manager) =>
    call(
      'POST',
      '/api/Staff/Catalogue/Change',
      { changes: { facilities: [{ ...(await hall()), pictures }] }, basedOn: (await catalogue()).revisions },
      as,
    )
  /** A process may serve its copy of the catalogue for a second. */
  const soon = { timeout: 10_000 }
  const seen = async () => (await service.call('GET', '/api/Venues/1st/Detail?id=1')).body
  const import_ = (bytes: BlobPart, name: string) => {
    const form = new FormData()
    form.append('file', new Blob([bytes]), name)
    return service.call('POST', '/api/Staff/Catalogue/Import', { as: manager, body: form })
  }
  const exported = async (name: string) =>
    service.app.fetch(
      new Request(`http://localhost/api/Staff/Catalogue/${name}`, { headers: { authorization: `Bearer ${manager.token}` } }),
    )

  it('are seen by visitors in their order, with words in their language, and keep their address while they change', async () => {
    const [one, two] = [await uploadPicture(service, manager, 1000, 600), await uploadPicture(service, manager, 2000, 900, '#224466')]
    expect((await show([pictureOf(one), pictureOf(two, { alt: { tw: '球網', en: 'A net' } })])).status).toBe(200)
    const { picture, pictures } = await seen()
    expect(pictures).toMatchObject([
      { alt: '清晨的球場', width: 1000, height: 600, focus: { x: 40, y: 60 }, sources: [{ width: 320 }, { width: 800 }, { width: 1000 }] },
      { alt: '球網', width: 2000, height: 900, sources: [{ width: 320 }, { width: 800 }, { width: 1600 }] },
    ])
    expect(picture).toEqual(pictures[0])
    const { src } = pictures[1].sources[1]
    const bytes = await service.app.request(src)
    expect([bytes.status, bytes.headers.get('content-type'), bytes.headers.get('cache-control')]).toEqual([
      200,
      'image/webp',
      'public, max-age=31536000, immutable',
    ])
    expect(await sharp(Buffer.from(await bytes.arrayBuffer())).metadata()).toMatchObject({ width: 800, height: 360 })

    expect((await show([pictureOf(two, { focus: { x: 0, y: 100 } }), pictureOf(one)])).status).toBe(200)
    await expect.poll(async () => (await seen()).picture.id, soon).toBe(pictures[1].id)
    const after = await seen()
    expect(after.pictures.map(({ id }: { id: string }) => id)).toEqual([pictures[1].id, pictures[0].id])
    expect(after.picture).toMatchObject({ alt: '清晨的球場', focus: { x: 0, y: 100 } })
    const list = await service.call('POST', '/api/Venues/1st/List/Client', { body: {} })
    expect(list.body.items[0].picture).toEqual(after.picture)
  })

  it('are told as they were and as they are, before the change and in the audit log', async () => {
    const facility = await hall()
    const next = [pictureOf(facility.pictures![0]!.file, { alt: { tw: '木地板', en: 'Wooden floor' }, focus: { x: 10, y: 20 } })]
    const preview = await call('POST', '/api/Staff/Catalogue/Preview', {
      changes: { facilities: [{ ...facility, pictures: next }] },
      basedOn: (await catalogue()).revisions,
    })
    expect(preview.body.changes).toMatchObject([
      {
        field: 'pictures',
        fieldLabel: '照片',
        beforeText: expect.stringContaining('清晨的球場（焦點 0%、100%）'),
        afterText: '木地板（焦點 10%、20%）',
      },
    ])
    expect((await show(next)).status).toBe(200)
    const entry = await service.db.selectFrom('audit_log').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()
    expect(entry).toMatchObject({
      action: 'facility.changed',
      after: { pictures: { tw: '木地板（焦點 10%、20%）', en: 'Wooden floor (focal point 10%, 20%)' } },
    })
  })

  it('conflict with what somebody else has changed since', async () => {
    const { revisions } = await catalogue()
    const facility = await hall()
    expect((await show([pictureOf(facility.pictures![0]!.file)])).status).toBe(200)
    const late = await call('POST', '/api/Staff/Catalogue/Change', {
      changes: { facilities: [{ ...facility, pictures: [] }] },
      basedOn: revisions,
    })
    expect([late.status, late.body.code]).toEqual([409, 'changed_meanwhile'])
  })

  it('come back from a JSON file and from a workbook without any change', async () => {
    for (const [name, file] of [
      ['Export.json', 'own.json'],
      ['Export.xlsx', 'own.xlsx'],
    ] as const) {
      const { body } = await import_(await (await exported(name)).arrayBuffer(), file)
      expect([body.errors, body.changes], name).toEqual([[], []])
      expect(body.parsed.facilities[0].pictures, name).toEqual((await hall()).pictures)
    }
  })

  it('of a file from another centre are named as missing, where its line is', async () => {
    const file = await (await exported('Export.json')).json()
    file.facilities[0].pictures = [pictureOf(someFile, { alt: { tw: '他館的照片', en: 'Of elsewhere' } })]
    const { body } = await import_(JSON.stringify(file, null, 2), 'other.json')
    expect(body.errors).toMatchObject([
      {
        part: 'facility:BAD',
        path: 'pictures.0.file',
        code: 'picture_missing',
        line: expect.any(Number),
        message: expect.stringContaining('他館的照片'),
      },
    ])
    const sent = await call('POST', '/api/Staff/Catalogue/Change', {
      changes: { facilities: file.facilities },
      basedOn: (await catalogue()).revisions,
    })
    expect([sent.status, sent.body.code]).toEqual([422, 'catalogue_invalid'])
  })

  it('are only what one has uploaded oneself: no file of a member can be published by its id, and no document', async () => {
    const member = await service.newMember()
    const before = (await hall()).pictures
    const form = new FormData()
    form.set('upload', new File([new Uint8Array(await samplePdf())], 'plan.pdf'))
    const document = (await service.call('POST', '/api/Upload', { as: manager, body: form })).body.id
    for (const file of [await uploadPicture(service, member), document]) {
      const refused = await show([pictureOf(file)])
      expect([refused.status, refused.body.problems[0].code]).toEqual([422, 'picture_missing'])
    }
    expect((await hall()).pictures).toEqual(before)
    expect((await show([], await service.newMember({ role: 'editor' }))).status).toBe(403)
  })

  it('are answered in their sizes only, to nobody under another id, and not of a retired facility', async () => {
    const { picture } = await seen()
    const at = (id: string, size: string) => service.call('GET', `/api/Venues/Picture/${id}/${size}`)
    for (const size of ['801.webp', '9999.webp', '2000.webp']) expect((await at(picture.id, size)).status, size).toBe(404)
    for (const size of ['800.avif', '800.php', '..%2F800.webp']) expect([404, 422], size).toContain((await at(picture.id, size)).status)
    expect((await at(someFile, '800.webp')).status).toBe(404)
    expect((await at(picture.id, '320.webp')).status).toBe(200)
    const file = (await hall()).pictures![0]!.file
    expect((await service.call('GET', `/api/File/${file}`)).status, 'what was uploaded is not public').toBe(404)
    expect((await call('GET', `/api/File/${file}`, undefined, await service.newMember({ role: 'manager' }))).status).toBe(200)
  })

  it('are the picture of a shared link, cut around their focal point', async () => {
    const shared = await service.app.request('/api/Share/Picture/1')
    expect(shared.headers.get('content-type')).toBe('image/jpeg')
    expect(await sharp(Buffer.from(await shared.arrayBuffer())).metadata()).toMatchObject({ width: 1200, height: 630, format: 'jpeg' })
  })

  it('keep their files while they are shown, and lose them with their sizes a day after they are removed', async () => {
    const { picture } = await seen()
    expect((await service.call('GET', `/api/Venues/Picture/${picture.id}/320.webp`)).status).toBe(200)
    const made = await service.db.selectFrom('facility_variants').select('file_id').where('picture_id', '=', picture.id).execute()
    const file = (await hall()).pictures![0]!.file
    const own = [file, ...made.map(({ file_id }) => file_id)]
    const left = async () => (await service.db.selectFrom('files').select('id').where('id', 'in', own).execute()).length
    const days = (n: number) => new Date(service.clock.now().getTime() + n * 86_400_000)
    await removeLooseFiles(service.db, service.files, days(2))
    expect(await left()).toBe(own.length)
    expect((await buffer(await service.files.open(file))).length).toBeGreaterThan(0)
    expect((await show([])).status).toBe(200)
    await expect.poll(seen, soon).toMatchObject({ picture: null, pictures: [] })
    await removeLooseFiles(service.db, service.files, days(2))
    expect(await left()).toBe(0)
  })
})
