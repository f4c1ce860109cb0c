import { m } from '#i18n/generated/messages.js'
import { SelectField, TextField } from '#ui/kit/field.tsx'
import { StaffButton } from '#ui/staff/kit/staff-button.tsx'
import { useNavigate } from '@tanstack/react-router'
import { channelNames, type MessageFilter, type MessageSearch } from './message-search.ts'
import { channelText } from '#ui/staff/kit/message-texts.ts'
import style from './messages-screen.module.css'

export function MessageFilters({ filter }: { filter: MessageFilter }) {
  const navigate = useNavigate()
  const apply = (form: HTMLFormElement) => {
    const { channel, recipient } = Object.fromEntries(new FormData(form)) as MessageSearch
    const search = { channel: channel || undefined, recipient: recipient || undefined, state: filter.state }
    void navigate({ to: '/staff/settings/messages', search })
  }
  return (
    <form
      key={`${filter.channel} ${filter.recipient}`}
      className={style.filters}
      role="search"
      onSubmit={(event) => {
        event.preventDefault()
        apply(event.currentTarget)
      }}
      onChange={(event) => event.target instanceof HTMLSelectElement && apply(event.currentTarget)}
    >
      <TextField
        required={false}
        type="search"
        name="recipient"
        label={m.messages_filter_recipient()}
        defaultValue={filter.recipient ?? ''}
        maxLength={100}
      />
      <SelectField required={false} name="channel" label={m.messages_column_channel()} defaultValue={filter.channel ?? ''}>
        <option value="">{m.messages_channel_both()}</option>
        {channelNames.map((channel) => (
          <option key={channel} value={channel}>
            {channelText(channel)}
          </option>
        ))}
      </SelectField>
      <div>
        <StaffButton type="submit" look="primary" icon="search">
          {m.audit_filter_search()}
        </StaffButton>
      </div>
    </form>
  )
}
