import type { Db } from '#db/connect.ts'
import { reply, type Api } from '#http/call.ts'
import { managerRoles } from '#http/session.ts'
import type { Locale } from '#i18n/locale.ts'
import { refuse } from '#lib/result.ts'
import { dayOf } from '#lib/zone.ts'
import { auditFile } from './export-file.ts'
import { membersIn, presentAction } from './present.ts'
import { readActionNames, readActions, readActors, type AuditFilter, type LoggedAction } from './read-store.ts'
import { cursorFrom, cursorOf, mostExported } from './rules.ts'
import { actionName, actionsNamed, memberName } from './texts.ts'
import { AuditChoicesAnswer, AuditExportQuery, AuditListAnswer, AuditListBody } from './wire.ts'

export type AuditDeps = {
  db: Db
  /** Names of members, empty when they have closed their account. Wired to accounts, which the log does not know. */
  namesOf(memberIds: string[]): Promise<Map<string, string>>
  /** Members whom these words name. */
  findMembers(words: string): Promise<string[]>
}

/** Reading and exporting the audit log. */
export function auditStaffApi(api: Api, { db, namesOf, findMembers }: AuditDeps): void {
  const named = async ({ words, ...filter }: Omit<AuditFilter, 'words'> & { words?: string | undefined }): Promise<AuditFilter> => {
    if (words === undefined) return filter
    const [members, actions] = await Promise.all([findMembers(words), readActionNames(db)])
    const each = words.split(/\s+/).filter(Boolean)
    return { ...filter, named: members, words: each.map((word) => ({ word, actions: actionsNamed(actions, word) })) }
  }
  const present = async (rows: LoggedAction[], locale: Locale) => {
    const names = await namesOf(membersIn(rows))
    return rows.map((row) => presentAction(row, names, locale))
  }

  api.add(
    {
      method: 'post',
      path: '/api/Staff/Audit/List',
      reads: true,
      summary: 'What staff did, newest first: by day, person, action, subject and words',
      access: managerRoles,
      body: AuditListBody,
      answers: { 200: AuditListAnswer },
    },
    async ({ body: { after, pageSize, ...filter }, locale }) => {
      const cursor = after === undefined ? undefined : cursorFrom(after)
      const rows = await readActions(db, await named(filter), { after: cursor, limit: pageSize + 1 })
      const shown = rows.slice(0, pageSize)
      const last = rows.length > pageSize ? shown.at(-1) : undefined
      return reply(200, { items: await present(shown, locale), next: last ? cursorOf(last) : null })
    },
  )

  api.add(
    {
      method: 'get',
      path: '/api/Staff/Audit/Choices',
      summary: 'Who has acted, and which actions there are: what the list can be narrowed to',
      access: managerRoles,
      answers: { 200: AuditChoicesAnswer },
    },
    async ({ locale }) => {
      const [people, actions] = await Promise.all([readActors(db), readActionNames(db)])
      const names = await namesOf(people.filter(({ name }) => name === '').map(({ id }) => id))
      const actors = people.map(({ id, name }) => ({ id, name: name || memberName(id, names, locale) }))
      return reply(200, { people: actors, actions: actions.map((action) => ({ action, name: actionName(action, locale) })) })
    },
  )

  api.add(
    {
      method: 'get',
      path: '/api/Staff/Audit/Export.csv',
      summary: 'The same as a table for spreadsheets; the export is an entry of its own',
      access: managerRoles,
      query: AuditExportQuery,
      answers: { 200: 'bytes' },
      refusals: { too_many_rows: 422 },
    },
    async ({ query, audit, locale, now }) => {
      const rows = await readActions(db, await named(query), { after: undefined, limit: mostExported + 1 })
      if (rows.length > mostExported) return refuse({ code: 'too_many_rows', most: mostExported })
      const file = auditFile(await present(rows, locale), locale)
      await audit(db, {
        action: 'audit_log.exported',
        subject: { kind: 'audit_log', id: 'export' },
        after: { ...query, rows: rows.length },
      })
      return reply(200, file, {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': `attachment; filename="audit-${dayOf(now)}.csv"`,
      })
    },
  )
}
