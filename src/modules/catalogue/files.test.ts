import { writeXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { takeTurn } from '#http/rate-limits.ts'
import { zip } from '#testing/sample-files.ts'
import { openTestService, type TestMember, type TestService } from '#testing/test-service.ts'
import type { FacilityFile } from './file-wire.ts'
import { nameOf } from './rows-to-file.ts'
import { sheets } from './workbook-sheets.ts'
import { templateFile, templateIds } from './templates.ts'
import demoFile from '../../../demo/catalogue.json' with { type: 'json' }

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

const call = (method: string, path: string, body?: object) => service.call(method, path, body ? { as: manager, body } : { as: manager })
const catalogue = async () => (await call('GET', '/api/Staff/Catalogue')).body
const send = (bytes: BlobPart, name: string, query = '') => {
  const form = new FormData()
  form.append('file', new Blob([bytes]), name)
  return service.call('POST', `/api/Staff/Catalogue/Import${query}`, { as: manager, body: form })
}
const download = async (name: string) => {
  const request = new Request(`http://localhost/api/Staff/Catalogue/${name}`, { headers: { authorization: `Bearer ${manager.token}` } })
  return service.app.fetch(request)
}

const hall = async (code = 'BAD'): Promise<FacilityFile> =>
  (await catalogue()).file.facilities.find((one: FacilityFile) => one.code === code)

const ownCentre = {
  name: { tw: '海線國民運動中心', en: 'Seaside Sports Centre' },
  taxId: '04595257',
  shortName: { tw: '海線', en: '' },
  phone: '04-2345-6789',
  email: 'desk@seaside.example',
  address: { tw: '臺中市海線路 1 號', en: '1 Haixian Road, Taichung' },
  deskHours: { tw: '', en: '' },
  parking: { tw: '地下 120 格', en: '120 spaces' },
  position: { latitude: 24.25, longitude: -120.5 },
  colour: '#123c7c',
  texts: {
    privacy: { tw: '# 個資\n\n第一行，"引號"\n第二行', en: null },
    terms: { tw: null, en: '=SUM(1,2) is no formula' },
    footer: { tw: '', en: '""x' },
  },
}

describe('the centre of a file', () => {
  const centreOf = async () => (await catalogue()).file.centre

  it('is left out before it has a name', async () => {
    expect(await centreOf()).toBeUndefined()
    expect(await (await download('Export.json')).json()).not.toHaveProperty('centre')
  })

  it('is shown before and after, then changed in the transaction of the rest, with one entry in the audit log', async () => {
    const file = {
      format: 'fieldhouse-catalogue',
      version: 1,
      centre: ownCentre,
      holidays: [
        { day: '2026-12-25', name: { tw: '行憲', en: 'Constitution' } },
        { day: '2027-02-05', name: { tw: '除夕', en: 'Eve' }, closed: true },
      ],
    }
    const { body } = await send(JSON.stringify(file), 'own.json')
    expect(body.errors).toEqual([])
    expect(body.changes).toContainEqual(
      expect.objectContaining({ part: 'centre', field: 'name.tw', beforeText: '', afterText: '海線國民運動中心', label: '場館資訊' }),
    )
    expect(body.changes).toContainEqual(expect.objectContaining({ field: 'position', afterText: '24.25, -120.5' }))
    expect(body.changes).toContainEqual(expect.objectContaining({ field: 'texts.terms.en', fieldLabel: '使用條款（英文）' }))
    expect(await centreOf()).toBeUndefined()
    const changed = await call('POST', '/api/Staff/Catalogue/Change', { changes: body.parsed, basedOn: body.revisions, reason: '開幕' })
    expect(changed.status, changed.text).toBe(200)
    expect(await centreOf()).toEqual(ownCentre)
    const entries = await service.db.selectFrom('audit_log').selectAll().where('subject_kind', '=', 'centre').execute()
    expect(entries).toMatchObject([
      {
        action: 'centre.changed',
        note: '開幕',
        before: { phone: '' },
        after: { phone: '04-2345-6789', texts: ['privacy', 'terms', 'footer'] },
      },
    ])
  })

  it('keeps fields and texts that a file leaves out', async () => {
    const changes = { centre: { name: ownCentre.name, texts: { footer: ownCentre.texts.footer } } }
    const { body } = await call('POST', '/api/Staff/Catalogue/Preview', { changes, basedOn: (await catalogue()).revisions })
    expect(body).toMatchObject({ errors: [], changes: [], conflicts: [] })
  })

  it('is not overwritten when somebody has changed it on its screen since', async () => {
    const { revisions } = await catalogue()
    const { version } = (await call('GET', '/api/Staff/Centre')).body
    expect((await call('PUT', '/api/Staff/Centre', { version, phone: '04-1111-2222' })).status).toBe(200)
    const late = await call('POST', '/api/Staff/Catalogue/Change', { changes: { centre: ownCentre }, basedOn: revisions })
    expect(late).toMatchObject({
      status: 409,
      body: { code: 'changed_meanwhile', conflicts: [{ part: 'centre', now: { phone: '04-1111-2222' } }] },
    })
    expect(late.body.conflicts[0].changedBy).not.toBeNull()
    expect((await centreOf()).phone).toBe('04-1111-2222')
  })

  it('of rubbish is refused line by line, in a workbook and in JSON', async () => {
    const rows = [
      ['field', 'value', 'tw', 'en'],
      ['name', null, '', 'Only English'],
      ['phone', 'call me'],
      ['email', 'nobody'],
      ['colour', 'blue'],
      ['latitude', 'north'],
      ['longitude', '181'],
      ['mascot', 'bear'],
      ['phone', '04-1111-2222'],
      ['privacy', null, 'x'.repeat(30_001)],
      ['__proto__', null, 'a', 'b'],
    ]
    const bytes = await writeXlsx({ sheets: [{ name: nameOf('centre'), rows }] })
    const { body } = await send(new Uint8Array(bytes), 'rubbish.xlsx')
    expect(body.errors.map(({ line, path, code }: Record<string, unknown>) => `${line} ${path} ${code}`)).toEqual([
      '2 name.tw required',
      '3 phone field_phone',
      '4 email field_email',
      '5 colour field_colour',
      '6 position.latitude not_number',
      '7 position.longitude too_high',
      '8 mascot unknown_field',
      '9 phone row_twice',
      '10 texts.privacy.tw too_long',
      '11 __proto__ unknown_field',
    ])
    const json = await send('{ "format": "fieldhouse-catalogue", "version": 1,\n"centre": {\n"name": "x",\n"logo": 1 } }', 'x.json')
    expect(json.body.errors.map(({ line, path }: Record<string, unknown>) => `${line} ${path}`)).toEqual(['3 name', '4 logo'])
  })
})

describe('the published schema', () => {
  it('is for everybody, describes its fields, and is named by exports and templates', async () => {
    const answer = await service.app.fetch(new Request('http://localhost/api/Catalogue/Schema'))
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'application/schema+json',
      'cache-control': 'public, max-age=3600',
    })
    const schema = (await answer.json()) as { $id: string; properties: Record<string, { description?: string }> }
    expect(schema.$id).toMatch(/^https?:.*[^/]\/catalogue\.schema\.json$/)
    for (const section of ['centre', 'identities', 'facilities', 'holidays', 'lockers', 'rules'])
      expect(schema.properties[section]?.description, section).toBeTruthy()
    expect(await (await download('Export.json')).json()).toMatchObject({ $schema: schema.$id })
    expect((await call('GET', '/api/Staff/Catalogue/Template/pool')).body).toMatchObject({ $schema: schema.$id })
  })

  it('fits this export, every template and the demo, and no file with a letter in a price', async () => {
    const published = z.fromJSONSchema((await call('GET', '/api/Catalogue/Schema')).body)
    const files = { exported: await (await download('Export.json')).json(), demo: demoFile }
    const templates = templateIds.map((id) => [id, templateFile(id, '2026-01-01')] as const)
    for (const [name, file] of [...Object.entries(files), ...templates])
      expect([name, published.safeParse(file).error]).toEqual([name, undefined])
    const wrong = structuredClone(templateFile('pool', '2026-01-01'))
    Object.assign(wrong.facilities![0]!.priceLists[0]!.prices, { PUB: ['3oo', 500] })
    expect(published.safeParse(wrong).success).toBe(false)
    expect(published.safeParse({ ...wrong, facilities: [], surprise: 1 }).success).toBe(false)
  })
})

describe('files', () => {
  it.each(['Export.json', 'Export.xlsx'])('%s comes back without any change', async (name) => {
    const answer = await download(name)
    expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="catalogue-2026-11-15.${name.split('.')[1]}"`)
    const imported = await send(await answer.arrayBuffer(), name)
    expect(imported.status, imported.text).toBe(200)
    expect(imported.body).toMatchObject({ kind: name.split('.')[1], errors: [], changes: [], touched: { count: 0 } })
  })

  it('may leave out the English names, as a column too', async () => {
    const rows = [
      ['day', 'nameTw'],
      ['2026-12-26', '補假'],
    ]
    const { body } = await send(new Uint8Array(await writeXlsx({ sheets: [{ name: nameOf('holidays'), rows }] })), 'holidays.xlsx')
    expect(body.errors).toEqual([])
    expect(body.changes).toContainEqual(
      expect.objectContaining({ key: '2026-12-26', after: { day: '2026-12-26', name: { tw: '補假', en: '補假' } } }),
    )
  })

  it('of rubbish are refused line by line, and nothing changes', async () => {
    const before = (await catalogue()).revisions
    const head = (key: keyof typeof sheets) => sheets[key].columns.map((column) => column.key)
    const bytes = await writeXlsx({
      sheets: [
        { name: 'Sheet of my own', rows: [['a']] },
        {
          name: nameOf('facilities'),
          rows: [head('facilities'), ['NEW', 'badminton', '新館', 'New', null, null, null, null, null, null, 'no', 'badminton', '#123456']],
        },
        { name: nameOf('courts'), rows: [head('courts'), ['NEW', 'X1', '甲', 'A'], ['NEW', 'X2', '甲', 'B'], ['OLD', 'X3', '乙', 'C']] },
        { name: nameOf('price-lists'), rows: [head('price-lists'), ['NEW', '2026-01-01', 0, null, 0]] },
        {
          name: nameOf('prices'),
          rows: [head('prices'), ['NEW', '2026-01-01', null, 'PUB', '3oo', 500], ['NEW', '2026-01-01', null, 'STU', 1, 2]],
          cells: new Map([['2,4', { formula: '1+1', value: 2, type: 'formula' as const }]]),
        },
        { name: nameOf('holidays'), rows: [head('holidays'), ...Array.from({ length: 10_000 }, (_, n) => [`day ${n}`, '假', 'Off'])] },
      ],
    })
    const { body } = await send(new Uint8Array(bytes), 'rubbish.xlsx')
    const lines = body.errors.map(({ sheet, line, code }: { sheet: string; line: number; code: string }) => `${sheet} ${line} ${code}`)
    expect(lines).toEqual(
      expect.arrayContaining([
        'Sheet of my own 1 unknown_sheet',
        'courts 場地 3 court_name_twice',
        'courts 場地 4 unknown_facility',
        'prices 價格 2 not_number',
        'prices 價格 3 formula',
        'holidays 假日 5002 too_many_rows',
      ]),
    )
    expect(body).toMatchObject({ changes: [], parsed: {} })
    expect((await catalogue()).revisions).toEqual(before)
  })

  it('of two courts with one name and of broken JSON name the line', async () => {
    const facility = { ...templateFile('pool', '2026-01-01').facilities![0]!, code: 'SPA' }
    facility.courts = facility.courts.map((court, n) => ({ ...court, code: `Z${n}` }))
    facility.courts[1] = { ...facility.courts[1]!, name: facility.courts[0]!.name }
    const text = JSON.stringify(
      { format: 'fieldhouse-catalogue', version: 1, facilities: [{ ...facility, name: { tw: '水療', en: 'Spa' } }] },
      null,
      2,
    )
    const { body } = await send(text, 'spa.json')
    const line =
      text.split('\n').findIndex((one, n, all) => one.includes('水道 1') && all.slice(0, n).some((other) => other.includes('水道 1'))) + 1
    expect(body.errors).toMatchObject([{ code: 'court_name_twice', line }, { code: 'court_name_twice' }])
    expect((await send('{ "format": ', 'x.json')).body.errors).toMatchObject([{ code: 'not_json' }])
    expect((await send(Buffer.from('PK\x03\x04 nonsense'), 'x.xlsx')).body.errors).toMatchObject([{ code: 'not_workbook' }])
    expect((await send(Buffer.alloc(3_000_000, 32), 'x.json')).status).toBe(413)
  })

  it('that unpack to more than a workbook holds are not unpacked', async () => {
    const bomb = zip([{ name: 'xl/workbook.xml', content: ' '.repeat(50_000_000) }])
    expect(bomb.length).toBeLessThan(100_000)
    expect((await send(new Uint8Array(bomb), 'bomb.xlsx')).body).toMatchObject({ errors: [{ code: 'not_workbook' }], parsed: {} })
  })

  it('with errors of several kinds name all of them at once, and nothing that only follows from another', async () => {
    const wrong = structuredClone(templateFile('pool', '2026-01-01'))
    const [pool, other] = wrong.facilities!
    Object.assign(pool!.priceLists[0]!.prices, { PUB: ['3oo', 500] })
    pool!.courts[1]!.name.tw = pool!.courts[0]!.name.tw
    pool!.timetables[0]!.hours[0]!.closes = '01:00'
    other!.code = 'no code'
    wrong.holidays = [1, 2].map(() => ({ day: '2026-12-25', name: { tw: '行憲', en: 'Day' } }))
    const { body } = await send(JSON.stringify(wrong), 'wrong.json')
    expect(body.errors.map(({ path, code }: Record<string, string>) => `${path} ${code}`).toSorted()).toEqual([
      '1.day holiday_twice',
      'code bad_code',
      'courts.1.name.tw court_name_twice',
      'priceLists.0.prices.PUB.0 not_number',
      'timetables.0.hours.0.closes closes_before_opening',
    ])
    expect(body).toMatchObject({ changes: [], prices: [], touched: { count: 0 }, parsed: {} })
  })

  it('are made of templates', async () => {
    const { body } = await call('GET', '/api/Staff/Catalogue/Template/List')
    expect(body.items.map(({ id }: { id: string }) => id)).toEqual(['badminton-hall', 'school-gym', 'pool', 'tennis-park'])
    const { body: file } = await call('GET', '/api/Staff/Catalogue/Template/pool')
    const imported = await send(JSON.stringify(file), 'pool.json')
    expect(imported.body).toMatchObject({ errors: [], parsed: { facilities: [{ code: 'POOL' }, { code: 'POOLRM' }] } })
    const made = await call('POST', '/api/Staff/Catalogue/Change', { changes: imported.body.parsed, basedOn: imported.body.revisions })
    expect(made.status, made.text).toBe(200)
    expect((await hall('POOL')).courts).toHaveLength(6)
    expect((await call('GET', '/api/Staff/Catalogue/Template/spaceship')).status).toBe(404)
  })

  it('are read sixty times an hour for each person', async () => {
    const limit = { key: `import:${manager.id}`, limit: 60, seconds: 3600 }
    while ((await takeTurn(service.db, limit, service.clock.now())) === undefined);
    expect(await send('{}', 'x.json')).toMatchObject({ status: 429, body: { code: 'too_many_imports' } })
  })
})
