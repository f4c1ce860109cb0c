import type { Trx } from '#db/connect.ts'
import type { Audit } from '#http/audit.ts'
import type { FieldChange } from './diff-files.ts'
import type { Preview } from './preview-change.ts'

/** One entry for each part: the fields that changed, before and after, and how many bookings were cancelled. The centre writes its own. */
export async function auditChanges(trx: Trx, audit: Audit, preview: Preview, reason: string): Promise<void> {
  for (const [part, changes] of Map.groupBy(preview.changes, (change) => change.part)) {
    if (part === 'centre') continue
    const kind = part.split(':')[0]!
    const code = part.slice(kind.length + 1)
    const touched = preview.touched.filter(({ facility }) => part === `facility:${facility}`)
    await audit(trx, {
      action: `${kind}.${deedOf(changes)}`,
      subject: { kind, id: part, label: labelOf(preview, kind, code) },
      before: valuesOf(changes, 'before'),
      after: { ...valuesOf(changes, 'after'), ...(touched.length > 0 ? { cancelledBookings: touched.length } : {}) },
      ...(reason ? { note: reason } : {}),
    })
  }
}

function deedOf(changes: FieldChange[]): 'added' | 'removed' | 'retired' | 'changed' {
  const whole = changes.find(({ field }) => field === 'facility')
  if (whole) return whole.before === null ? 'added' : 'removed'
  return changes.some(({ field, key, after }) => field === 'retired' && key === '' && after === true) ? 'retired' : 'changed'
}

const labelOf = ({ before, after }: Preview, kind: string, code: string): string =>
  kind === 'facility' ? ([...after.facilities, ...before.facilities].find((one) => one.code === code)?.name.tw ?? code) : code

/** Things that come or go are written by their names: the log holds no whole documents. */
function valuesOf(changes: FieldChange[], side: 'before' | 'after'): Record<string, unknown> {
  return Object.fromEntries(changes.map((change) => [[change.key, change.field].filter(Boolean).join(' '), shortened(change[side])]))
}

function shortened(value: unknown): unknown {
  if (typeof value === 'string') return value.slice(0, 200)
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return JSON.stringify(value).length > 400 ? value.length : value
  const { name, from, wall } = value as Record<string, unknown>
  return name ?? from ?? wall ?? Object.keys(value).length
}
