import { m } from '#i18n/generated/messages.js'
import { AskSheet } from './ask-sheet.tsx'

type Props = {
  name: string
  /** `reason`: of a suspension that staff gave. */
  suspension: { id: string; reason: string }
  isTold: boolean
  onSend(body: { suspensionId: string; reason: string }): Promise<unknown>
  onClose(): void
}

/** Asks before a suspension is lifted. */
export function LiftSuspensionSheet({ name, suspension, isTold, onSend, onClose }: Props) {
  return (
    <AskSheet
      title={m.person_lift_title({ name })}
      effects={[
        m.person_lift_effect(),
        ...(suspension.reason === '' ? [m.person_lift_points()] : []),
        ...(isTold ? [m.person_told({ name })] : []),
      ]}
      reasonLabel={m.person_reason()}
      confirmLabel={m.person_lift()}
      onSend={({ reason }) => onSend({ suspensionId: suspension.id, reason })}
      onClose={onClose}
    />
  )
}
