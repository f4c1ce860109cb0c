import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ConsentWay } from '#modules/settings/rules.ts'
import { writeRules } from '#modules/settings/store.ts'
import { samplePdf } from '#testing/sample-files.ts'
import { smallCentre } from '#testing/small-centre.ts'
import { openTestService, testSecret, type TestService } from '#testing/test-service.ts'

/** A centre that sends no text messages, so that registering needs no code. */
let service: TestService
beforeAll(async () => {
  service = await openTestService({ demo: false })
  await smallCentre(service.db)
})
afterAll(() => service.close())

let next = 0
async function register(more: object) {
  const from = `198.51.100.${++next}`
  const upload = new FormData()
  upload.set('upload', new File([samplePdf(String(next))], '個資同意書.pdf', { type: 'application/pdf' }))
  const { body: file } = await service.call('POST', '/api/File', { body: upload, from })
  const who = { email: `new${next}@example.com`, name: '林小美', mobile: `0922${100_000 + next}`, secret: testSecret }
  const body = { ...who, memberIdentityId: 1, privacyFileId: file.id, ...more }
  return service.call('POST', '/api/AccountMember', { body, from })
}
const askFor = (way: ConsentWay) => writeRules(service.db, { consent: { way } }, null, service.clock.now())
const shown = async () => (await service.call('GET', '/api/SystemSetting')).body.consent

describe('B4 B46 the consent of somebody who registers', () => {
  it('is a signature or a paper unless the centre decides otherwise, and what says nothing of it is a paper', async () => {
    expect(await shown()).toBe('drawn')
    for (const consentBy of ['tick', 'typed'])
      expect(await register({ consentBy }), consentBy).toMatchObject({
        status: 422,
        body: { code: 'consent_not_allowed', errors: [{ path: 'privacyFileId' }] },
      })
    for (const consentBy of ['drawn', 'paper', undefined]) expect((await register({ consentBy })).status, consentBy).toBe(201)
  })

  it('is what the centre asks for or something more formal, with its file and its moment', async () => {
    await askFor('typed')
    expect((await register({ consentBy: 'tick' })).body.code).toBe('consent_not_allowed')
    for (const consentBy of ['typed', 'drawn', 'paper']) expect((await register({ consentBy })).status, consentBy).toBe(201)
    await askFor('tick')
    expect(await shown()).toBe('tick')
    const made = await register({ consentBy: 'tick' })
    expect(made.status).toBe(201)
    const kept = service.db.selectFrom('members').select(['privacy_file_id', 'privacy_consented_at']).where('id', '=', made.body.id)
    expect(await kept.executeTakeFirst()).toEqual({ privacy_file_id: expect.any(String), privacy_consented_at: service.clock.now() })
  })

  it('is no word that is not known, and no tick without the file', async () => {
    await askFor('tick')
    for (const consentBy of ['nod', '', 1, null, ['tick']])
      expect(await register({ consentBy }), JSON.stringify(consentBy)).toMatchObject({
        status: 422,
        body: { errors: [{ path: 'consentBy' }] },
      })
    expect(await register({ consentBy: 'tick', privacyFileId: undefined })).toMatchObject({
      status: 422,
      body: { errors: [{ path: 'privacyFileId' }] },
    })
  })
})
