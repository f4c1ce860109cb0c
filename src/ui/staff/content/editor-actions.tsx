import { m } from '#i18n/generated/messages.js'
import { AskSheet } from '#ui/staff/kit/ask-sheet.tsx'
import { StaffButton } from '#ui/staff/kit/staff-button.tsx'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { pathsOf } from './content-kinds.ts'
import { useContentCall } from './content-queries.ts'
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
  const call = useContentCall(kind)
  return (
    <AskSheet
      title={m.staff_content_withdraw_title()}
      effects={[m.staff_content_withdraw_effect()]}
      confirmLabel={m.staff_content_withdraw()}
      isDangerous
      onClose={onClose}
      onSend={() => call(pathsOf[kind].withdraw, { id: idOf(kind, id) })}
    />
  )
}

function DeleteSheet({ editor: { kind, id = '', discard }, onClose }: SheetProps) {
  const call = useContentCall(kind)
  const navigate = useNavigate()
  return (
    <AskSheet
      title={m.staff_content_delete_title()}
      effects={[m.staff_content_delete_effect()]}
      confirmLabel={m.staff_content_delete()}
      isDangerous
      onClose={onClose}
      onSend={() =>
        call(`${pathsOf[kind].save}/${id}`, undefined, {
          by: 'delete',
          done: m.staff_content_deleted(),
          onAnswer: () => {
            discard()
            return navigate({ to: '/staff/content', search: { kind }, ignoreBlocker: true })
          },
        })
      }
    />
  )
}
