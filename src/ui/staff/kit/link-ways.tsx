import { m } from '#i18n/generated/messages.js'
import type { Channel } from '#modules/notifications/rules.ts'
import { RadioChips } from '#ui/kit/radio-chips.tsx'

type Props = { person: { mobile: string; linkWays: Channel[] }; value: Channel; onChange(way: Channel): void }

/** By text or by email: the ways in which a pay link reaches the person. */
export function LinkWays({ person: { mobile, linkWays }, value, onChange }: Props) {
  const label = (way: Channel) => (way === 'sms' ? m.counter_link_sms({ mobile }) : m.counter_link_mail())
  return (
    <RadioChips<Channel>
      legend={m.counter_link_by()}
      value={value}
      options={linkWays.map((way) => ({ value: way, label: label(way) }))}
      onChange={onChange}
    />
  )
}
