import * as m from '#i18n/generated/messages.js'
import type { Locale } from '#i18n/locale.ts'
import { queueScreens, type Queue } from './today-rules.ts'

export type Waiting = { queue: Queue; count: number; oldest: Date | null }

const titles: Partial<Record<Queue, (inputs: object, options: { locale: Locale }) => string>> = {
  parked: m.today_queue_parked,
  payouts: m.today_queue_payouts,
  proofs: m.today_queue_proofs,
  clubs: m.today_queue_clubs,
  preorders: m.today_queue_preorders,
  reports: m.today_queue_reports,
  lockers: m.today_queue_lockers,
  refunds: m.today_queue_refunds,
  appeals: m.today_queue_appeals,
  messages: m.today_queue_messages,
}

/** The mail of the morning: for each queue how many wait, for how many days the oldest has, and a link to where it is settled. */
export function digestLetter(
  locale: Locale,
  { name, publicUrl, waiting, now }: { name: string; publicUrl: string; waiting: Waiting[]; now: Date },
): { subject: string; body: string } {
  const [words, total] = [{ locale }, waiting.reduce((sum, { count }) => sum + count, 0)]
  const lines = waiting.map(({ queue, count, oldest }) => {
    const title = titles[queue]?.({}, words) ?? queue
    const days = oldest ? Math.floor((now.getTime() - oldest.getTime()) / 86_400_000) : 0
    const line = days === 0 ? m.mail_digest_line({ title, count }, words) : m.mail_digest_line_old({ title, count, days }, words)
    return `${line}\n${publicUrl}${queueScreens[queue]}`
  })
  return {
    subject: m.mail_digest_subject({ count: total }, words),
    body: m.mail_digest_body({ name, lines: lines.join('\n'), link: `${publicUrl}/staff` }, words),
  }
}
