import type { CheckInDayAnswer } from '#modules/attendance/check-in-wire.ts'
import { createPersistedStore } from '#ui/kit/persisted-store.ts'
import type { Report } from './door-rules.ts'

/** The day's list with its names: kept as long as the tab, and emptied at the log-out. `receivedAt` is by the device's clock. */
export const useKeptList = createPersistedStore<{ list: CheckInDayAnswer | null; receivedAt: number }>('checkin_list', 'drafts', {
  list: null,
  receivedAt: 0,
})

/** Where the server decided otherwise than the door had: shown until somebody has read it, also after a reload. */
export type Difference = { key: string; name: string; place: string; kind: Report['kind']; said: string }
export const useDifferences = createPersistedStore<{ differences: Difference[] }>('checkin_differences', 'drafts', { differences: [] })

/**
 * What the server has not heard of. It holds no names, and outlives a session that ended while there was no network: it is sent
 * when the same person is logged in again.
 */
export const useUnsent = createPersistedStore<{ memberId: string; reports: Report[] }>('checkin_unsent', 'preferences', {
  memberId: '',
  reports: [],
})

export const useDoorSound = createPersistedStore<{ isOn: boolean }>('checkin_sound', 'preferences', { isOn: true })

export const unsentOf = (memberId: string): Report[] => {
  const state = useUnsent.getState()
  return state.memberId === memberId ? state.reports : []
}

export const addUnsent = (memberId: string, report: Report): void =>
  useUnsent.setState({ memberId, reports: [...unsentOf(memberId), report] })

export const dropFirstUnsent = (memberId: string): void => useUnsent.setState({ memberId, reports: unsentOf(memberId).slice(1) })
