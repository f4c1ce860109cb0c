import { ChangeSheet } from './change-sheet.tsx'
import type { useCatalogueChange } from './use-catalogue-change.ts'

/** The sheet of a change of the catalogue that is under review; nothing at every other stage. */
export function ReviewSheet({ change }: { change: ReturnType<typeof useCatalogueChange> }) {
  if (change.stage.at !== 'reviewing') return null
  return (
    <ChangeSheet
      plan={change.stage.plan}
      more={change.stage.more}
      busy={change.busy}
      refused={change.refused}
      onConfirm={(reason) => void change.confirm(reason)}
      onClose={change.close}
    />
  )
}
