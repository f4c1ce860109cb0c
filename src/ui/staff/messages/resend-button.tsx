import { m } from '#i18n/generated/messages.js'
import { useApi } from '#ui/accounts/member-queries.ts'
import { StaffButton } from '#ui/staff/kit/staff-button.tsx'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { messagesKey } from './message-queries.ts'

/** Pressed twice it sends once: the second call is refused, because the message waits already. */
export function ResendButton({ id }: { id: string }) {
  const api = useApi()
  const queryClient = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: () => api.post('/api/Staff/Message/Resend', { id }),
    // The client has shown why it failed; the list shows how things are either way.
    onSettled: () => queryClient.invalidateQueries({ queryKey: messagesKey }),
  })
  return (
    <StaffButton icon="restore" busy={isPending} onClick={() => mutate()}>
      {m.messages_resend()}
    </StaffButton>
  )
}
