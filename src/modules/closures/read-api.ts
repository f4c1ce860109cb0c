import { say } from '#i18n/words.ts'
import { reply, type Api } from '#http/call.ts'
import { deskRoles, managerRoles } from '#http/session.ts'
import { refuse } from '#lib/result.ts'
import { facilitiesLabel } from '#modules/venues/court-label.ts'
import { presentClosure, presentListed } from './closure-present.ts'
import { ClosureAnswer, ClosureListAnswer, ClosureListQuery, ClosureParams } from './closure-wire.ts'
import type { ClosuresDeps } from './deps.ts'
import { findClosure, listClosures, readReport, type ListedClosure } from './list-store.ts'
import { reportCsv } from './report-file.ts'

const pageSize = 40

/** What is closed and when it opens again, and the report of each closure. */
export function readClosuresApi(api: Api, { db, catalogues }: ClosuresDeps): void {
  api.add(
    {
      method: 'get',
      path: '/api/Staff/Closure/List',
      summary: 'What is closed now and later, or what was; with what can be closed',
      access: deskRoles,
      query: ClosureListQuery,
      answers: { 200: ClosureListAnswer },
    },
    async ({ query: { venue1stId, past, after }, locale, now }) => {
      const catalogue = await catalogues.current()
      const isPast = past === 'true'
      const filter = { isPast, facilityId: venue1stId ?? null, before: after === undefined ? null : cursorFrom(after), most: pageSize + 1 }
      const rows = await listClosures(db, filter, now)
      const shown = rows.slice(0, pageSize)
      return reply(200, {
        items: shown.map((row) => presentListed(catalogue, row, locale)),
        next: rows.length > pageSize ? cursorOf(shown.at(-1)!, isPast) : null,
        facilities: catalogue.facilities.map(({ id, name, outdoor, courts }) => ({
          venue1stId: id,
          name: say(name, locale),
          outdoor,
          courts: courts.map((court) => ({ venue2ndId: court.id, name: say(court.name, locale) })),
        })),
        serverTime: now.toISOString(),
      })
    },
  )

  api.add(
    {
      method: 'get',
      path: '/api/Staff/Closure/{id}',
      summary: 'A closure with its progress and report',
      access: deskRoles,
      params: ClosureParams,
      answers: { 200: ClosureAnswer },
      refusals: { not_found: 404 },
    },
    async ({ params: { id }, session, locale, now }) => {
      const closure = await findClosure(db, id, session.memberId)
      if (!closure) return refuse({ code: 'not_found' as const })
      return reply(200, presentClosure(await catalogues.current(), closure, await readReport(db, id), locale, now))
    },
  )

  api.add(
    {
      method: 'get',
      path: '/api/Staff/Closure/{id}/Report.csv',
      summary: 'The report of a closure for a spreadsheet',
      access: managerRoles,
      params: ClosureParams,
      answers: { 200: 'bytes' },
      refusals: { not_found: 404 },
    },
    async ({ params: { id }, session, locale, audit }) => {
      const closure = await findClosure(db, id, session.memberId)
      if (!closure) return refuse({ code: 'not_found' as const })
      const catalogue = await catalogues.current()
      const label = facilitiesLabel(closure.facilities.flatMap((one) => catalogue.facilityOf.get(one.id) ?? []))
      await audit(db, { action: 'closure.exported', subject: { kind: 'closure', id, ...(label ? { label } : {}) } })
      return reply(200, reportCsv(catalogue, await readReport(db, id), locale), {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': `attachment; filename="closure-${closure.fromDay}.csv"`,
      })
    },
  )
}

/** Where a page of the list ends: the moment that it is sorted by, and the id. */
const cursorOf = ({ start, end, id }: ListedClosure, isPast: boolean) => `${(isPast ? end : start).getTime()}_${id}`

function cursorFrom(text: string): { at: Date; id: string } {
  const [at = '', id = ''] = text.split('_')
  return { at: new Date(Number(at)), id }
}
