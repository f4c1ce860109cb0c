import { m } from '#i18n/generated/messages.js'
import type { ReportState, WaterKind } from '#modules/feedback/rules.ts'
import type { ListedReport } from '#modules/feedback/wire.ts'

export const stateWord: Record<ReportState, () => string> = {
  received: m.feedback_state_received,
  'in-progress': m.feedback_state_in_progress,
  done: m.feedback_state_done,
}
export const stateTone: Record<ReportState, 'plain' | 'due' | 'good'> = { received: 'plain', 'in-progress': 'due', done: 'good' }

export const waterWord: Record<WaterKind, () => string> = {
  fountain: m.water_kind_fountain,
  leak: m.water_kind_leak,
  'pool-quality': m.water_kind_pool_quality,
  irrigation: m.water_kind_irrigation,
}

export const titleOf = ({ title, waterKind }: Pick<ListedReport, 'title' | 'waterKind'>): string =>
  waterKind ? waterWord[waterKind]() : title

export const placeOf = ({ venue1stName, venue2ndName }: ListedReport): string => [venue1stName, venue2ndName].filter(Boolean).join(' · ')
