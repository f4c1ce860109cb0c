import { m } from '#i18n/generated/messages.js'
import type { StaffCentreAnswer } from '#modules/centre/wire.ts'
import { staffCentreQuery } from '#ui/centre/centre-query.ts'
import { useApi } from '#ui/session/use-api.ts'
import { settingsKey } from '#ui/session/viewer.ts'
import { useQueryClient } from '@tanstack/react-query'
import { refusedNow, useOneCall, useStaffCall } from './use-staff-call.ts'

/**
 * Saves a change of the centre. When somebody else was faster, the newer version is loaded, what was typed stays, and saving
 * again overwrites: `refused` says who it was.
 */
export function useCentreChange(version: number) {
  const api = useApi()
  const queryClient = useQueryClient()
  const call = useStaffCall([settingsKey])
  const { once, busy, refused, clearRefusal } = useOneCall(async (error) => {
    const why = refusedNow(error)
    if (why.code !== 'changed_meanwhile') return why
    const newer = await queryClient.fetchQuery(staffCentreQuery(api)).catch(() => undefined)
    return { ...why, title: m.staff_centre_changed_by({ name: newer?.changedBy ?? m.staff_conflict_somebody() }) }
  })
  const send = (changes: Record<string, unknown>) =>
    call<StaffCentreAnswer>(
      '/api/Staff/Centre',
      { version, ...changes },
      {
        by: 'put',
        done: m.staff_centre_saved(),
        onAnswer: (saved) => void queryClient.setQueryData(staffCentreQuery(api).queryKey, saved),
      },
    )
  /** Whether it was saved. */
  const save = async (changes: Record<string, unknown>) => (await once(() => send(changes))) !== undefined
  const errors = new Map(refused?.errors.map(({ path, message }) => [path, message]))
  return { save, busy, refused, errors, clear: clearRefusal }
}
