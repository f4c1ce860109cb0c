import sharp from 'sharp'
import type { TestService } from './test-service.ts'

export const fault = {
  venue1stId: 1,
  venue2ndId: 3,
  title: '網柱鬆脫',
  description: '3 號場的網柱會搖，網子拉不緊。',
  contactName: '林小美',
  contactPhone: '0912345678',
}
export const leak = { venue1stId: 2, kind: 'leak', description: '看台後方天花板滴水。' }

/** A code that has arrived on this mobile. */
export async function codeFor(service: TestService, mobile: string): Promise<string> {
  const before = (await service.db.selectFrom('messages').select('id').where('recipient', '=', mobile).execute()).length
  const sent = await service.call('POST', '/api/AccountMember/SendSms', { body: { mobile } })
  if (sent.status !== 204) throw new Error(`no code: ${sent.text}`)
  const [message] = await service.inbox(mobile, before + 1)
  // Advances the clock, because two messages of one moment have no order.
  service.clock.advance(1000)
  return /\d{6}/.exec(message!.body!)![0]
}

/** A small picture; `colour` makes it another one. */
export const picture = (colour = '#2a7'): Promise<Buffer> =>
  sharp({ create: { width: 40, height: 20, channels: 3, background: colour } })
    .withExif({ IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '25/1 2/1 0/1' } })
    .jpeg()
    .toBuffer()

export function photoForm(content: Buffer, name = '網柱.jpg'): FormData {
  const form = new FormData()
  form.set('upload', new File([new Uint8Array(content)], name))
  return form
}
