import type { Locale } from '#i18n/locale.ts'
import { text } from '#i18n/text.ts'
import { htmlLang } from '#i18n/locale.ts'
import { z } from '@hono/zod-openapi'

/** An expected refusal. `path` names the field that it is about; further properties are sent to the caller as they are. */
export type Refusal = { code: string; path?: string; retryAfterSeconds?: number }

/** Maps every code of a refusal to its status; does not compile when a code is missing. */
export type StatusOf<R extends Refusal> = Record<R['code'], number>

export const Problem = z
  .looseObject({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    detail: z.string(),
    code: z.string(),
    requestId: z.string().optional(),
    errors: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  })
  .openapi('Problem')
export type Problem = z.infer<typeof Problem>

export function problemResponse(
  status: number,
  refusal: Refusal & { errors?: { path: string; message: string }[] },
  caller: { locale: Locale; requestId: string | undefined },
): Response {
  const { code, path, errors, retryAfterSeconds, ...more } = refusal
  const title = text(`problem_${code}`, caller.locale, { ...more, retryAfterSeconds }) ?? code
  const detail = text(`problem_${code}_detail`, caller.locale, { ...more, retryAfterSeconds }) ?? title
  const problem: Problem = {
    ...more,
    type: `urn:fieldhouse:problem:${code}`,
    title,
    status,
    detail,
    code,
    requestId: caller.requestId,
    errors: errors ?? (path === undefined ? undefined : [{ path, message: title }]),
  }
  const headers = new Headers({
    'content-type': 'application/problem+json',
    'cache-control': 'no-store',
    'content-language': htmlLang(caller.locale),
  })
  if (retryAfterSeconds !== undefined) headers.set('retry-after', String(Math.max(1, Math.ceil(retryAfterSeconds))))
  return new Response(JSON.stringify(problem), { status, headers })
}
