import { reply, type Api } from '#http/call.ts'
import type { StatusOf } from '#http/problem.ts'
import { editors } from '#http/session.ts'
import { refuse } from '#lib/result.ts'
import { isoAt } from '#lib/zone.ts'
import type { Tokens } from '#modules/accounts/tokens.ts'
import type { z } from 'zod'
import { signPreview, type PreviewPurpose, type PreviewRefusal } from './preview-link.ts'
import { PreviewAnswer } from './wire.ts'

export const previewStatus = { not_found: 404, preview_expired: 410 } as const satisfies StatusOf<PreviewRefusal>

type Previewed<Id> = {
  path: string
  body: z.ZodType<{ id: Id }>
  purpose: PreviewPurpose
  /** Where the link leads. */
  page: string
  isThere(id: Id): Promise<boolean>
}

/** A link that staff pass on: the same for everything that is seen before everybody sees it. */
export function previewApi<Id extends string | number>(
  api: Api,
  { tokens, publicUrl }: { tokens: Tokens; publicUrl: string },
  { path, body, purpose, page, isThere }: Previewed<Id>,
): void {
  api.add(
    {
      method: 'post',
      path,
      summary: 'A link that shows it as it will be, to whoever has the link, for a week',
      access: editors,
      body,
      answers: { 200: PreviewAnswer },
      refusals: { not_found: 404 },
    },
    async ({ body: { id }, now }) => {
      if (!(await isThere(id))) return refuse({ code: 'not_found' })
      const { token, expiresAt } = await signPreview(tokens, purpose, id, now)
      return reply(200, { token, url: `${publicUrl}${page}?preview=${token}`, expiresAt: isoAt(expiresAt) })
    },
  )
}
