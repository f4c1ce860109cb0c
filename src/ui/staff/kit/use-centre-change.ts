import { m } from '#i18n/generated/messages.js'
import type { StaffCentreAnswer } from '#modules/centre/wire.ts'
import { staffCentreQuery } from '#ui/centre/centre-query.ts'
import { toast } from '#ui/kit/toast.tsx'
import { refusalOf, type Refused } from '#ui/kit/use-submit.ts'
import { useApi } from '#ui/session/use-api.ts'
import { settingsQuery } from '#ui/session/viewer.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

/**
 * Saves a change of the centre. When somebody else was faster, the newer version is loaded, what was typed stays, and saving
 * again overwrites: `refused` says who it was.
 */
export function useCentreChange(version: number) {
  const api = useApi()
  const queryClient = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<Refused>()
  async function save(changes: Record<string, unknown>): Promise<boolean> {
    if (busy) return false
    setBusy(true)
    setRefused(undefined)
    try {
      const saved = await api.put<StaffCentreAnswer>('/api/Staff/Centre', { version, ...changes }, { silent: true })
      queryClient.setQueryData(staffCentreQuery(api).queryKey, saved)
      await queryClient.invalidateQueries({ queryKey: settingsQuery(api).queryKey })
      toast('success', m.staff_centre_saved())
      return true
    } catch (failure) {
      const why = refusalOf(failure, Date.now())
      if (why.code !== 'changed_meanwhile') setRefused(why)
      else {
        const newer = await queryClient.fetchQuery(staffCentreQuery(api)).catch(() => undefined)
        setRefused({ ...why, title: m.staff_centre_changed_by({ name: newer?.changedBy ?? m.staff_conflict_somebody() }) })
      }
      return false
    } finally {
      setBusy(false)
    }
  }
  const errors = new Map(refused?.errors.map(({ path, message }) => [path, message]))
  return { save, busy, refused, errors, clear: () => setRefused(undefined) }
}
