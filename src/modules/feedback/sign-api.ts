import { inEach } from '#i18n/words.ts'
import { reply, type Api } from '#http/call.ts'
import { qrRoom } from '#lib/qr.ts'
import { refuse } from '#lib/result.ts'
import { nameOf } from '#modules/centre/rules.ts'
import { readNames } from '#modules/centre/store.ts'
import { drawCourtSign } from './court-sign.ts'
import type { FeedbackDeps } from './deps.ts'
import { courtLink } from './links.ts'
import { deskRoles } from '#http/session.ts'
import { CourtSignParams } from './wire.ts'

type SignRefusal = { code: 'not_found' } | { code: 'address_too_long' }

/** Calls of staff: court signs to print. */
export function signApi(
  api: Api,
  { db, catalogues, tokens, publicUrl }: Pick<FeedbackDeps, 'db' | 'catalogues' | 'tokens' | 'publicUrl'>,
): void {
  api.add(
    {
      method: 'get',
      path: '/api/Staff/Court/{id}/Sign',
      summary: 'The sign for a court as an SVG to print: its name, and a QR code that leads to the form with the court chosen',
      access: deskRoles,
      params: CourtSignParams,
      answers: { 200: 'bytes' },
      refusals: { not_found: 404, address_too_long: 409 },
    },
    async ({ params: { id } }) => {
      const found = (await catalogues.current()).courtOf.get(id)
      if (!found) return refuse<SignRefusal>({ code: 'not_found' })
      const { facility, court } = found
      const link = courtLink({ tokens, publicUrl }, id)
      if (Buffer.byteLength(link) > qrRoom) return refuse<SignRefusal>({ code: 'address_too_long' })
      const names = await readNames(db)
      const centre = inEach((locale) => nameOf(names, locale))
      const sign = drawCourtSign({ centre, facility: facility.name, court: court.name, link })
      return reply(200, sign, {
        'content-type': 'image/svg+xml; charset=utf-8',
        'content-disposition': `inline; filename="court-${id}.svg"`,
        // An SVG can contain scripts: the content security policy forbids them.
        'content-security-policy': "sandbox; default-src 'none'",
        'x-content-type-options': 'nosniff',
      })
    },
  )
}
