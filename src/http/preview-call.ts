import type { Db } from '#db/connect.ts'
import { refuse } from '#lib/result.ts'
import { isoAt } from '#lib/zone.ts'
import { z } from 'zod'
import { reply, type Api } from './call.ts'
import { editorRoles } from './session.ts'
import { moment } from './wire.ts'

const PreviewAnswer = z.object({ token: z.string(), url: z.string(), expiresAt: moment })

/** Statuses of the refusals of a call that reads by a preview link. */
export const previewStatus = { not_found: 404, preview_expired: 410 } as const

type Preview<Id> = {
  path: string
  body: z.ZodType<{ id: Id }>
  /** The address that the link opens, without its query. */
  page: string
  db: Db
  /** Kind of the subject in the audit log. */
  kind: string
  exists(id: Id): Promise<boolean>
  sign(id: Id, now: Date): Promise<{ token: string; expiresAt: Date }>
}

/** Adds the call by which staff get a link that shows something before it is published. */
export function addPreviewCall<Id extends string | number>(api: Api, { path, body, page, db, kind, exists, sign }: Preview<Id>): void {
  api.add(
    {
      method: 'post',
      path,
      summary: 'A link that shows it as it will be, to whoever has the link, for a week',
      access: editorRoles,
      body,
      answers: { 200: PreviewAnswer },
      refusals: { not_found: 404 },
    },
    async ({ body: { id }, audit, now }) => {
      if (!(await exists(id))) return refuse({ code: 'not_found' })
      const { token, expiresAt } = await sign(id, now)
      await audit(db, { action: 'preview.shared', subject: { kind, id: String(id) }, after: { expiresAt } })
      return reply(200, { token, url: `${page}?preview=${token}`, expiresAt: isoAt(expiresAt) })
    },
  )
}
