import { m } from '#i18n/generated/messages.js'
import { useApi } from '#ui/session/use-api.ts'
import { StaffButton } from '#ui/staff/kit/staff-button.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { messagesKey } from './message-queries.ts'

/** Pressed twice it sends once: the second call is refused, because the message waits already. */
export function ResendButton({ id }: { id: string }) {
  const api = useApi()
  const queryClient = useQueryClient()
  const [isSending, setSending] = useState(false)
  async function resend(): Promise<void> {
    setSending(true)
    // The client shows why it failed; the list shows how things are either way.
    await api.post('/api/Staff/Message/Resend', { id }).catch(() => undefined)
    await queryClient.invalidateQueries({ queryKey: messagesKey })
    setSending(false)
  }
  return (
    <StaffButton icon="restore" busy={isSending} onClick={() => void resend()}>
      {m.messages_resend()}
    </StaffButton>
  )
}
