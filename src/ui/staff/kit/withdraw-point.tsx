import { m } from '#i18n/generated/messages.js'
import type { PointKind, PointStatus } from '#modules/violations/rules.ts'
import { kindWord } from '#ui/violations/violation-words.ts'
import { AskSheet } from './ask-sheet.tsx'

type Props = {
  point: { id: string; kind: PointKind; status: PointStatus; orderNo: string }
  /** Name of whoever is told by mail; empty: nobody can be. */
  toldName: string
  onSend(body: { pointId: string; reason: string }): Promise<unknown>
  onClose(): void
}

/** Asks before a point is withdrawn, and says what becomes of a suspension. */
export function WithdrawPointSheet({ point, toldName, onSend, onClose }: Props) {
  return (
    <AskSheet
      title={m.person_withdraw_title({ kind: kindWord[point.kind](), orderNo: point.orderNo })}
      effects={[
        m.person_withdraw_effect(),
        ...(point.status === 'used' ? [m.person_withdraw_lifts()] : []),
        ...(toldName ? [m.person_told({ name: toldName })] : []),
      ]}
      reasonLabel={m.person_reason()}
      confirmLabel={m.person_withdraw()}
      onSend={({ reason }) => onSend({ pointId: point.id, reason })}
      onClose={onClose}
    />
  )
}
