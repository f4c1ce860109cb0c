import { afterAll, beforeAll, expect, it } from 'vitest'
import { smallCentre } from '#testing/small-centre.ts'
import { openTestService, type TestMember, type TestService } from '#testing/test-service.ts'
import { digestLetter, sendDigests } from './send-digests.ts'
import { isDigestTime } from './today-rules.ts'

let service: TestService
let [manager, finance, tired, both]: TestMember[] = []
/** 07:02 on Tuesday. */
const morning = new Date('2026-11-17T07:02:00+08:00')
beforeAll(async () => {
  service = await openTestService({ start: new Date('2026-11-14T10:00:00+08:00') })
  await smallCentre(service.db)
  manager = await service.newMember({ role: 'manager' })
  finance = await service.newMember({ role: 'finance' })
  tired = await service.newMember({ role: 'desk' })
  both = await service.newMember({ roles: ['desk', 'finance'] })
})
afterAll(() => service.close())

const send = (now = morning) => sendDigests({ db: service.db, jobs: service.jobs, publicUrl: 'https://centre.example' }, now)
const digests = () =>
  service.db.selectFrom('messages').select(['recipient', 'subject', 'body']).where('cause', 'like', 'digest:%').orderBy('id').execute()

it('is for the morning only', () => {
  const at = (time: string) => isDigestTime(new Date(`2026-11-17T${time}:00+08:00`), 7)
  expect([at('06:59'), at('07:00'), at('09:59'), at('10:00'), at('23:00')]).toEqual([false, true, true, false, false])
})

it('is not sent to anybody when nothing waits', async () => {
  await send()
  expect(await digests()).toEqual([])
})

it('says once a day what waits for a role and how long, whichever process sends it, and not to those who switched it off', async () => {
  const report = {
    id: crypto.randomUUID(),
    kind: 'repair',
    facility_id: 1,
    title: '',
    description: 'x',
    contact_name: 'A',
    contact_phone: '0912345678',
  }
  await service.db
    .insertInto('reports')
    .values({
      ...report,
      locale: 'tw',
      state: 'received',
      mobile: '0912345678',
      created_at: service.clock.now(),
      changed_at: service.clock.now(),
    } as never)
    .execute()
  expect((await service.call('GET', '/api/Staff/Digest', { as: tired! })).body).toEqual({ isOn: true })
  expect((await service.call('PUT', '/api/Staff/Digest', { as: tired!, body: { isOn: false } })).status).toBe(204)
  await Promise.all([send(), send()])
  await send(new Date(morning.getTime() + 3_600_000))
  const sent = await digests()
  expect(sent.map(({ recipient }) => recipient).toSorted(), 'finance has no queue with something in it').toEqual(
    [manager!.email, both!.email].toSorted(),
  )
  expect(sent[0]!.subject).toContain('1')
  expect(sent[0]!.body).toContain('報修與用水：1 件，最久的等了 2 天')
  // A link on a line of its own can be pressed.
  expect(sent[0]!.body).toContain('最久的等了 2 天\nhttps://centre.example/staff/tickets\n')
  expect(sent[0]!.body).toContain('\nhttps://centre.example/staff\n')
  await send(new Date(morning.getTime() + 24 * 3_600_000))
  expect(await digests()).toHaveLength(4)
  expect(finance).toBeDefined()
})

it('is in the language of its reader', () => {
  const waiting = [{ queue: 'appeals' as const, count: 2, oldest: morning }]
  const { subject, body } = digestLetter('en', { name: 'Ann', publicUrl: 'https://centre.example', waiting, now: morning })
  expect(subject).toBe('To do today: 2')
  expect(body).toContain('· Appeals: 2\nhttps://centre.example/staff/points\n')
})
