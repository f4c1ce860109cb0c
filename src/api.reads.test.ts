import { expect, it } from 'vitest'
import { openTestService } from '#testing/test-service.ts'

/** Calls by POST that change nothing: they take a turn for reading (http/read-turns.ts), as those by GET do. */
const reading = [
  '/api/AccountMember/ResetPKey/Check',
  '/api/Club/Invitation/Read',
  '/api/Doc/List',
  '/api/Highlight/List',
  '/api/News/List',
  '/api/Order/List',
  '/api/Order/Member/Check',
  '/api/Order/Member/Schedule',
  '/api/Order/Refund/Check',
  '/api/Order/Refund/List',
  '/api/PreOrder/Community/Check',
  '/api/Setup/Read',
  '/api/Staff/Audit/List',
  '/api/Staff/Ballot/Rehearse',
  '/api/Staff/Booking/{id}/Check',
  '/api/Staff/Catalogue/Import',
  '/api/Staff/Catalogue/Preview',
  '/api/Staff/Centre/Preview',
  '/api/Staff/CheckIn/Mobile',
  '/api/Staff/Closure/Letter',
  '/api/Staff/Closure/Preview',
  '/api/Staff/Counter/Quote',
  '/api/Staff/Order/Cancel/Check',
  '/api/Staff/Person/Merge/Preview',
  '/api/Staff/Point/Outage/Preview',
  '/api/Staff/Refund/List',
  '/api/Staff/Refund/Statement',
  '/api/Staff/Report/Block/Preview',
  '/api/Staff/Round/Preview',
  '/api/StaffInvitation/Read',
  '/api/Venues/1st/List/Client',
  '/api/Venues/2nd/List/Client',
  '/api/Venues/Search',
  '/api/Venues/Times',
  '/api/Wish/Price',
]
/** What sounds like reading, and does more. */
const notReading: Record<string, string> = {
  '/api/Report/Lookup': 'uses up a code',
  '/api/Staff/Doc/Preview': 'gives out a link',
  '/api/Staff/Highlight/Preview': 'gives out a link',
  '/api/Staff/News/Preview': 'gives out a link',
}
const soundsLikeReading = /\/(List|Search|Times|Check|Preview|Read|Quote|Price|Schedule|Statement|Lookup)(\/Client)?$/

it('every call by POST that changes nothing takes a turn for reading, and no other', async () => {
  const service = await openTestService()
  const { body } = await service.call('GET', '/api/openapi.json')
  await service.close()
  type Operations = Record<string, { 'x-reads'?: true } | undefined>
  const all = Object.entries(body.paths as Record<string, Operations>)
  const posts = all.flatMap(([path, { post }]) => (post ? [{ path, reads: post['x-reads'] === true }] : []))
  const forgotten = posts.filter(({ path, reads }) => !reads && soundsLikeReading.test(path)).map(({ path }) => path)
  expect(forgotten.toSorted()).toEqual(Object.keys(notReading))
  expect(posts.flatMap(({ path, reads }) => (reads ? [path] : [])).toSorted()).toEqual(reading.toSorted())
  const gets = all.filter(([, { get }]) => get && get['x-reads'] !== true).map(([path]) => path)
  expect(gets.toSorted(), 'what every page asks for').toEqual(['/api/AccountMember', '/api/SystemSetting'])
})
