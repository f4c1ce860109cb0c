import { m } from '#i18n/generated/messages.js'
import { useApi } from '#ui/session/use-api.ts'
import { toast } from '#ui/kit/toast.tsx'
import { AskSheet } from '#ui/staff/kit/ask-sheet.tsx'
import { StaffButton } from '#ui/staff/kit/staff-button.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { pathsOf, publicKeys } from './content-kinds.ts'
import { contentKey } from './content-queries.ts'
import { idOf } from './editor-draft.ts'
import { PublishSheet } from './publish-sheet.tsx'
import type { Editor } from './use-editor.ts'

/** What can be done with it in its state: publish, change the dates, withdraw, delete. */
export function EditorActions({ editor }: { editor: Editor }) {
  const { saved, id, isComparing } = editor
  const [asking, setAsking] = useState<'publish' | 'withdraw' | 'delete'>()
  const close = () => setAsking(undefined)
  const isPublished = saved && ['shown', 'scheduled', 'expired'].includes(saved.standing)
  if (isComparing) return null
  return (
    <>
      {isPublished && (
        <StaffButton icon="archive" onClick={() => setAsking('withdraw')}>
          {m.staff_content_withdraw()}
        </StaffButton>
      )}
      {saved?.standing === 'draft' && id !== undefined && (
        <StaffButton look="quiet" icon="remove" onClick={() => setAsking('delete')}>
          {m.staff_content_delete()}
        </StaffButton>
      )}
      <StaffButton look="primary" icon="clock" onClick={() => setAsking('publish')}>
        {isPublished ? m.staff_content_dates() : m.staff_content_publish_or_schedule()}
      </StaffButton>
      {asking === 'publish' && <PublishSheet editor={editor} onClose={close} />}
      {asking === 'withdraw' && <WithdrawSheet editor={editor} onClose={close} />}
      {asking === 'delete' && <DeleteSheet editor={editor} onClose={close} />}
    </>
  )
}

type SheetProps = { editor: Editor; onClose(): void }

function WithdrawSheet({ editor: { kind, id = '' }, onClose }: SheetProps) {
  const api = useApi()
  const queries = useQueryClient()
  return (
    <AskSheet
      title={m.staff_content_withdraw_title()}
      effects={[m.staff_content_withdraw_effect()]}
      confirmLabel={m.staff_content_withdraw()}
      isDangerous
      onClose={onClose}
      onSend={async () => {
        await api
          .post(pathsOf[kind].withdraw, { id: idOf(kind, id) }, { silent: true })
          .finally(() =>
            Promise.all([queries.invalidateQueries({ queryKey: contentKey }), queries.invalidateQueries({ queryKey: [publicKeys[kind]] })]),
          )
      }}
    />
  )
}

function DeleteSheet({ editor: { kind, id = '', discard }, onClose }: SheetProps) {
  const api = useApi()
  const queries = useQueryClient()
  const navigate = useNavigate()
  return (
    <AskSheet
      title={m.staff_content_delete_title()}
      effects={[m.staff_content_delete_effect()]}
      confirmLabel={m.staff_content_delete()}
      isDangerous
      onClose={onClose}
      onSend={async () => {
        await api.delete(`${pathsOf[kind].save}/${id}`, { silent: true })
        discard()
        toast('success', m.staff_content_deleted())
        await navigate({ to: '/staff/content', search: { kind }, ignoreBlocker: true })
        await queries.invalidateQueries({ queryKey: contentKey })
      }}
    />
  )
}
