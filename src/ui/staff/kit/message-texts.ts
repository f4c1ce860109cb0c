import { m } from '#i18n/generated/messages.js'
import type { StaffMessage } from '#modules/notifications/staff-wire.ts'

const states: Record<StaffMessage['state'], () => string> = {
  queued: m.messages_state_queued,
  sending: m.messages_state_sending,
  sent: m.messages_state_sent,
  failed: m.messages_state_failed,
  unsure: m.messages_state_unsure,
}
export const stateText = (state: StaffMessage['state']): string => states[state]()

const channels: Record<StaffMessage['channel'], () => string> = { mail: m.messages_channel_mail, sms: m.messages_channel_sms }
export const channelText = (channel: StaffMessage['channel']): string => channels[channel]()

/** `temporary: connection refused`: the kind of failure in words, and what the carrier said as it said it. */
export function errorText(error: string): string {
  if (error === 'too_old') return m.messages_error_too_old()
  if (error === 'text_budget_spent') return m.messages_error_budget()
  const [, kind, said = ''] = /^(temporary|permanent|unsure): (.*)$/s.exec(error) ?? []
  if (kind === 'temporary') return m.messages_error_temporary({ said })
  if (kind === 'permanent') return m.messages_error_permanent({ said })
  if (kind === 'unsure') return m.messages_error_unsure({ said })
  return error
}
