import { m } from '#i18n/generated/messages.js'
import type { AppealState, PointKind, PointStatus } from '#modules/violations/rules.ts'

type Tone = 'plain' | 'good' | 'due' | 'danger'

export const kindWord: Record<PointKind, () => string> = {
  'no-show': m.violation_kind_no_show,
  expired: m.violation_kind_expired,
  'late-cancel': m.violation_kind_late_cancel,
  staff: m.violation_kind_staff,
}

export const statusOf: Record<PointStatus, { word: () => string; tone: Tone }> = {
  counts: { word: m.violation_status_counts, tone: 'danger' },
  used: { word: m.violation_status_used, tone: 'due' },
  expired: { word: m.violation_status_expired, tone: 'plain' },
  removed: { word: m.violation_status_removed, tone: 'good' },
}

export const appealOf: Record<AppealState, { word: () => string; tone: Tone }> = {
  open: { word: m.violation_appeal_open, tone: 'due' },
  accepted: { word: m.violation_appeal_accepted, tone: 'good' },
  rejected: { word: m.violation_appeal_rejected, tone: 'danger' },
}
