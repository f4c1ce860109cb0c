import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { removeLooseFiles } from '#modules/files/keep-files.ts'
import { codeFor, fault, leak, photoForm, picture } from '#testing/feedback.ts'
import { openTestService, testSecret, type TestService, type TestMember } from '#testing/test-service.ts'
import { samplePdf } from '#testing/sample-files.ts'
import { smallCentre } from '#testing/small-centre.ts'

let service: TestService
let me: TestMember
beforeAll(async () => {
  service = await openTestService()
  await smallCentre(service.db)
})
afterAll(() => service.close())
beforeEach(async () => {
  me = await service.newMember()
  // A code may follow another after a minute, and every test has its own hour.
  service.clock.advance(3_700_000)
})

let mobiles = 0
const newMobile = () => `0988${String(++mobiles).padStart(6, '0')}`
const repair = (body: object, as?: TestMember) => service.call('POST', '/api/Repair2', { as, body: { ...fault, ...body } })
const upload = async (as?: TestMember, colour?: string, from?: string) =>
  service.call('POST', '/api/Report/Photo', { as, body: photoForm(await picture(colour)), ...(from ? { from } : {}) })

describe('B42 POST /api/Repair2', () => {
  it('gives a member a ticket number, a mail, and a place in the list', async () => {
    const photo = (await upload(me)).body
    const filed = await repair({ photoIds: [photo.id] }, me)
    expect([filed.status, filed.body.ticketNo]).toEqual([201, expect.stringMatching(/^R-\d{4,}$/)])
    const [mail] = await service.inbox(me.email)
    expect(mail).toMatchObject({ channel: 'mail', subject: `已收到您的回報 ${filed.body.ticketNo}` })
    expect(mail!.body).toContain('羽球館　羽球場 3　網柱鬆脫')
    expect(mail!.body).toContain(`http://localhost:3000/repair?ref=${filed.body.ticketNo}.`)
    const list = await service.call('GET', '/api/Report/List?kind=repair', { as: me })
    expect(list.body).toMatchObject({
      total: 1,
      items: [
        {
          ticketNo: filed.body.ticketNo,
          state: 'received',
          venue1stName: '羽球館',
          venue2ndName: '羽球場 3',
          title: '網柱鬆脫',
          photos: [{ id: photo.id, type: 'image/jpeg' }],
          steps: [{ state: 'received', text: '' }],
        },
      ],
    })
    expect((await service.call('GET', '/api/Report/List?kind=water', { as: me })).body.total).toBe(0)
  })

  it('writes in the member’s language', async () => {
    await service.db.updateTable('members').set({ locale: 'en' }).where('id', '=', me.id).execute()
    await repair({}, me)
    const [mail] = await service.inbox(me.email)
    expect(mail!.subject).toMatch(/^We have your report R-\d+$/)
    expect(mail!.body).toContain('Badminton Hall, Court 3, 網柱鬆脫')
  })

  it('accepts a visitor with a code of B5, and texts them the link in their language', async () => {
    const mobile = newMobile()
    const smsCode = await codeFor(service, mobile)
    const filed = await service.call('POST', '/api/Repair2', {
      body: { ...fault, mobile, smsCode },
      headers: { 'accept-language': 'en' },
    })
    expect(filed.status).toBe(201)
    const [text] = await service.inbox(mobile, 2)
    expect(text!.channel).toBe('sms')
    expect(text!.body).toContain(`we have your report, ticket ${filed.body.ticketNo}`)
    const link = new URL(/https?:\S+/.exec(text!.body!)![0])
    expect(link.pathname).toBe('/repair')
    const seen = await service.call('GET', `/api/Report/ByLink?ref=${encodeURIComponent(link.searchParams.get('ref')!)}`)
    expect(seen).toMatchObject({ status: 200, body: { ticketNo: filed.body.ticketNo, description: fault.description } })
    expect(seen.text).not.toContain(fault.contactName)
  })

  it('accepts one report for one code, and does not use up the code when the report is refused', async () => {
    const mobile = newMobile()
    const smsCode = await codeFor(service, mobile)
    expect(await repair({ mobile, smsCode, photoIds: [crypto.randomUUID()] })).toMatchObject({
      status: 422,
      body: { code: 'no_such_file', errors: [{ path: 'photoIds' }] },
    })
    expect((await repair({ mobile, smsCode })).status).toBe(201)
    expect(await repair({ mobile, smsCode })).toMatchObject({
      status: 400,
      body: { code: 'wrong_sms_code', errors: [{ path: 'smsCode' }] },
    })
  })

  it('reports a visitor’s missing mobile and code, field by field', async () => {
    expect(await repair({})).toMatchObject({ status: 422, body: { code: 'login_or_code', errors: [{ path: 'mobile' }] } })
    expect(await repair({ mobile: newMobile() })).toMatchObject({ status: 422, body: { errors: [{ path: 'smsCode' }] } })
    expect(await repair({ mobile: '12', smsCode: 'x' })).toMatchObject({ status: 422, body: { code: 'invalid_body' } })
  })

  it('asks a member whose session has ended to log in, instead of for a code', async () => {
    const member = await service.newMember()
    expect((await repair({}, member)).status).toBe(201)
    await service.call('POST', '/api/AccountMember/Session/EndAll', { as: member })
    expect(await repair({}, member)).toMatchObject({ status: 401, body: { code: 'not_logged_in' } })
    const mobile = newMobile()
    const smsCode = await codeFor(service, mobile)
    expect((await repair({ mobile, smsCode }, member)).status, 'a code still proves who it is').toBe(201)
  })

  it('stops guessing after five wrong codes', async () => {
    const mobile = newMobile()
    const smsCode = await codeFor(service, mobile)
    const wrong = smsCode === '000000' ? '000001' : '000000'
    for (let n = 0; n < 5; n++) expect((await repair({ mobile, smsCode: wrong })).status).toBe(400)
    expect((await repair({ mobile, smsCode })).body.code).toBe('wrong_sms_code')
  })

  it('refuses an unknown facility, and a court of another facility', async () => {
    expect((await repair({ venue1stId: 99 }, me)).body).toMatchObject({ code: 'no_such_facility', errors: [{ path: 'venue1stId' }] })
    expect((await repair({ venue2ndId: 10 }, me)).body).toMatchObject({ code: 'no_such_court', errors: [{ path: 'venue2ndId' }] })
    expect((await repair({ venue2ndId: undefined }, me)).status).toBe(201)
  })

  it('limits the reports of one member in an hour', async () => {
    for (let n = 0; n < 10; n++) expect((await repair({}, me)).status).toBe(201)
    const over = await repair({}, me)
    expect([over.status, over.body.code, over.headers.has('retry-after')]).toEqual([429, 'too_many_reports', true])
  })

  it('keeps scripts, emoji and right-to-left text as text, and refuses what is too long or no text', async () => {
    const odd = { title: '<script>alert(1)</script>', description: '🏸 مرحبا\u0000 \u202Eevil <img onerror=x>', contactName: 'שלום' }
    const filed = await repair(odd, me)
    expect(filed.status).toBe(201)
    const { body } = await service.call('GET', `/api/Report/${filed.body.ticketNo}`, { as: me })
    expect([body.title, body.description]).toEqual(['<script>alert(1)</script>', '🏸 مرحبا evil <img onerror=x>'])
    for (const field of ['title', 'description', 'contactName', 'contactPhone'])
      for (const value of ['x'.repeat(10_000), '', ' \u0000 ', 7, null, ['x'], { a: 1 }]) {
        const answer = await repair({ [field]: value }, me)
        expect([answer.status, answer.body.errors?.[0]?.path], `${field} ${JSON.stringify(value).slice(0, 20)}`).toEqual([422, field])
      }
    for (const photoIds of [['x'], 'x', Array.from({ length: 6 }, () => crypto.randomUUID())])
      expect((await repair({ photoIds }, me)).status).toBe(422)
    for (const venue1stId of [-1, 1.5, 1e12, '1']) expect((await repair({ venue1stId }, me)).status).toBe(422)
  })
})

describe('B44 POST /api/Water', () => {
  const water = (body: object, as?: TestMember) => service.call('POST', '/api/Water', { as, body: { ...leak, ...body } })

  it('gives a ticket number of its own kind', async () => {
    const filed = await water({}, me)
    expect([filed.status, filed.body.ticketNo]).toEqual([201, expect.stringMatching(/^W-\d{4,}$/)])
    expect((await service.call('GET', `/api/Report/${filed.body.ticketNo.toLowerCase()}`, { as: me })).body).toMatchObject({
      kind: 'water',
      waterKind: 'leak',
      venue2ndId: null,
    })
    const [mail] = await service.inbox(me.email)
    expect(mail!.body).toContain('綜合球場　漏水')
    expect(mail!.body).toContain('/water?ref=W-')
  })

  it('accepts four kinds of requests, and a visitor with a code', async () => {
    for (const kind of ['fountain', 'leak', 'pool-quality', 'irrigation']) expect((await water({ kind }, me)).status).toBe(201)
    expect((await water({ kind: 'beer' }, me)).status).toBe(422)
    expect((await water({})).body.code).toBe('login_or_code')
    expect((await water({}, { ...me, token: 'ended' })).body.code).toBe('not_logged_in')
    const mobile = newMobile()
    expect((await water({ mobile, smsCode: await codeFor(service, mobile) })).status).toBe(201)
  })
})

describe('photos', () => {
  it('of a visitor have no owner, are deleted after a day unless a report uses them, and lose their GPS position', async () => {
    const [used, unused] = [(await upload(undefined, 'red')).body, (await upload(undefined, 'blue')).body]
    const mobile = newMobile()
    expect((await repair({ mobile, smsCode: await codeFor(service, mobile), photoIds: [used.id] })).status).toBe(201)
    expect((await service.call('GET', `/api/File/${used.id}`)).status).toBe(404)
    const desk = await service.newMember({ role: 'desk' })
    const shown = await service.call('GET', `/api/File/${used.id}`, { as: desk })
    expect([shown.status, shown.headers.get('content-type'), shown.text.includes('GPS')]).toEqual([200, 'image/jpeg', false])
    for (let day = 0; day < 3; day++) {
      service.clock.advance(86_400_001)
      await removeLooseFiles(service.db, service.files, service.clock.now())
    }
    const left = await service.db.selectFrom('files').select('id').where('id', 'in', [used.id, unused.id]).execute()
    expect(left).toEqual([{ id: used.id }])
  })

  it('of a visitor can be used by one report only', async () => {
    const { id } = (await upload()).body
    expect((await repair({ photoIds: [id] }, me)).status).toBe(201)
    expect((await repair({ photoIds: [id] }, await service.newMember())).body.code).toBe('no_such_file')
    const mobile = newMobile()
    expect((await repair({ mobile, smsCode: await codeFor(service, mobile), photoIds: [id] })).body.code).toBe('no_such_file')
    expect((await service.call('GET', `/api/File/${id}`, { as: me })).status, 'now it is the member’s').toBe(200)
  })

  it('of another member, and files that are no pictures, cannot be used', async () => {
    const theirs = (await upload(await service.newMember())).body
    const form = photoForm(samplePdf(me.id), 'mine.pdf')
    const pdf = (await service.call('POST', '/api/Upload', { as: me, body: form })).body
    for (const id of [theirs.id, pdf.id]) expect((await repair({ photoIds: [id] }, me)).body.code).toBe('no_such_file')
    const own = (await service.call('POST', '/api/Upload', { as: me, body: photoForm(await picture('green')) })).body
    expect((await repair({ photoIds: [own.id] }, me)).status, 'a picture of B47 will do').toBe(201)
  })

  it('are recognised by their content, not by their name', async () => {
    const send = (content: Buffer, name: string) => service.call('POST', '/api/Report/Photo', { as: me, body: photoForm(content, name) })
    for (const content of [samplePdf(), Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'), Buffer.from('MZ program')])
      expect(await send(content, 'photo.jpg')).toMatchObject({
        status: 415,
        body: { code: 'photo_type_not_allowed', title: '只能上傳照片' },
      })
    expect(await send((await picture()).subarray(0, 200), 'half.jpg')).toMatchObject({ status: 415, body: { code: 'file_broken' } })
    expect((await send(await picture(), '..\\evil\u202Egpj.exe')).body).toMatchObject({ name: 'evilgpj.jpg', type: 'image/jpeg' })
  })

  it('are limited to twenty an hour from one IP address without a session', async () => {
    const from = '2001:db8:77::1'
    const statuses: number[] = []
    for (let n = 0; n < 21; n++) statuses.push((await upload(undefined, '#123', from)).status)
    expect(statuses).toEqual([...Array.from({ length: 20 }, () => 201), 429])
    expect((await upload(undefined, '#123', '2001:db8:78::1')).status).toBe(201)
  })
})

describe('the state of a report', () => {
  it('is shown to its reporter only: another member gets 404', async () => {
    const { ticketNo } = (await repair({}, me)).body
    const other = await service.newMember()
    expect((await service.call('GET', `/api/Report/${ticketNo}`, { as: other })).status).toBe(404)
    expect((await service.call('GET', `/api/Report/R-999999`, { as: me })).status).toBe(404)
    expect((await service.call('GET', '/api/Report/List', { as: other })).body.total).toBe(0)
  })

  it('is shown to a visitor with the ticket number and a code sent to the mobile of the report, and to no other mobile', async () => {
    const [mobile, stranger] = [newMobile(), newMobile()]
    const { ticketNo } = (await repair({ mobile, smsCode: await codeFor(service, mobile) })).body
    service.clock.advance(61_000)
    const lookUp = async (body: object) => service.call('POST', '/api/Report/Lookup', { body })
    const found = await lookUp({ ticketNo: ticketNo.replace('-', ' '), mobile, smsCode: await codeFor(service, mobile) })
    expect(found).toMatchObject({ status: 200, body: { report: { ticketNo, state: 'received' } } })
    expect((await service.call('GET', `/api/Report/ByLink?ref=${found.body.ref}`)).body.ticketNo).toBe(ticketNo)
    expect(await lookUp({ ticketNo, mobile: stranger, smsCode: await codeFor(service, stranger) })).toMatchObject({ status: 404 })
    expect(await lookUp({ ticketNo, mobile, smsCode: '000000' })).toMatchObject({ status: 400, body: { code: 'wrong_sms_code' } })
    expect((await lookUp({ ticketNo: 'nonsense', mobile, smsCode: '000000' })).body.errors[0].path).toBe('ticketNo')
  })

  it('is not opened by the link of another report', async () => {
    const { ticketNo, ref } = (await repair({}, me)).body
    for (const wrong of ['', ticketNo, ref.slice(0, -1), ref.replace('R-', 'R-1'), service.tokens.signReference('court-3')])
      expect((await service.call('GET', `/api/Report/ByLink?ref=${encodeURIComponent(wrong)}`)).status, wrong).toBe(404)
  })
})

describe('the data of a reporter', () => {
  it('is in their export, and no longer names them once the account is closed', async () => {
    const { ticketNo } = (await repair({}, me)).body
    await service.call('POST', '/api/Star', { as: me, body: { stars: 4, aspects: { staff: 5 }, comment: '很好' } })
    const { body } = await service.call('GET', '/api/AccountMember/Export', { as: me })
    expect(body).toMatchObject({
      reports: [
        { ticketNo, status: 'received', place: '羽球館 羽球場 3', contactPhone: fault.contactPhone, steps: [{ state: 'received' }] },
      ],
      ratings: [{ orderNo: null, stars: 4, aspects: { staff: 5, value: null }, comment: '很好' }],
    })
    expect((await service.call('POST', '/api/AccountMember/Close', { as: me, body: { secret: testSecret } })).status).toBe(204)
    const row = await service.db.selectFrom('reports').selectAll().where('ticket_no', '=', ticketNo).executeTakeFirstOrThrow()
    expect([row.contact_name, row.contact_phone, row.title]).toEqual(['', '', fault.title])
  })
})
