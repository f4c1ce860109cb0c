import { m } from '#i18n/generated/messages.js'
import { Sheet, SheetActions } from '#ui/kit/sheet.tsx'
import { useBlocker } from '@tanstack/react-router'
import { StaffButton } from './staff-button.tsx'

type Props = {
  isDirty: boolean
  /** What happens to the changes when the screen is left: kept on this device as a draft, or lost. */
  keepsDraft?: boolean
}

/** Asks before a screen with unsaved changes is left. A change of the address on the same screen (another tab) passes. */
export function UnsavedGuard({ isDirty, keepsDraft = false }: Props) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => isDirty && current.pathname !== next.pathname,
    enableBeforeUnload: isDirty && !keepsDraft,
    withResolver: true,
  })
  if (blocker.status !== 'blocked') return null
  return (
    <Sheet open title={m.staff_unsaved_title()} onClose={blocker.reset}>
      <p>{keepsDraft ? m.staff_unsaved_kept() : m.staff_unsaved_lost()}</p>
      <SheetActions
        main={
          <StaffButton look="primary" onClick={blocker.reset}>
            {m.staff_unsaved_stay()}
          </StaffButton>
        }
      >
        <StaffButton onClick={blocker.proceed}>{m.staff_unsaved_leave()}</StaffButton>
      </SheetActions>
    </Sheet>
  )
}
