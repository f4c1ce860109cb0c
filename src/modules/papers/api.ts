import type { Db } from '#db/connect.ts'
import { reply, type Api } from '#http/call.ts'
import { contentDisposition } from '#http/wire-disposition.ts'
import type { StatusOf } from '#http/problem.ts'
import { takeTurn } from '#http/rate-limits.ts'
import type { Locale } from '#i18n/locale.ts'
import { refuse, type Result } from '#lib/result.ts'
import type { PapersDeps } from './deps.ts'
import { draftOrder } from './draft-order.ts'
import { localesOf, type PaperLanguage } from './language-rules.ts'
import { printPaper, type Draft } from './print-paper.ts'
import { OrderPaperParams, PaperQuery } from './wire.ts'

export type PaperRefusal = { code: 'not_found' }
export const paperStatus = { not_found: 404 } as const satisfies StatusOf<PaperRefusal>

type OwnRefusal = PaperRefusal | { code: 'too_many_requests'; retryAfterSeconds: number }
const ownStatus = { ...paperStatus, too_many_requests: 429 } as const satisfies StatusOf<OwnRefusal>

/** Writing a page is the work of some requests. */
const mostInAnHour = 120

type Asked = { lang: PaperLanguage | undefined; locale: Locale; now: Date }

/** Answers a drafted paper as a file, or its refusal. */
export async function answerPaper<R>(deps: PapersDeps, drafted: Result<Draft, R>, { lang, locale, now }: Asked) {
  if (!drafted.ok) return drafted
  const { bytes, fileName } = await printPaper(deps, drafted.value, localesOf(lang, locale), now)
  return reply(200, bytes, {
    'content-type': 'application/pdf',
    'content-length': String(bytes.length),
    'content-disposition': contentDisposition('attachment', fileName),
    'x-content-type-options': 'nosniff',
  })
}

async function tooManyOf(db: Db, memberId: string, now: Date): Promise<OwnRefusal | undefined> {
  const wait = await takeTurn(db, { key: `papers:${memberId}`, limit: mostInAnHour, seconds: 3600 }, now)
  return wait && { code: 'too_many_requests', ...wait }
}

/** Papers that members download as PDF: each of their own. */
export function papersApi(api: Api, deps: PapersDeps): void {
  const { db } = deps
  api.add(
    {
      method: 'get',
      path: '/api/Paper/Order/{id}',
      summary: 'The member’s order as PDF: what was booked, paid and refunded; language by ?lang=, both=Chinese and English',
      access: 'member',
      params: OrderPaperParams,
      query: PaperQuery,
      answers: { 200: 'bytes' },
      refusals: ownStatus,
    },
    async ({ params: { id }, query: { lang }, session, locale, now }) => {
      const tooMany = await tooManyOf(db, session.memberId, now)
      if (tooMany) return refuse(tooMany)
      return answerPaper(deps, await draftOrder(deps, id, session.memberId, now), { lang, locale, now })
    },
  )
}
