import type { PlanFilter } from './plan-model.ts'

/** Search parameters; unknown values are ignored. */
export type LockerSearch = { size?: string | undefined; only?: string | undefined }

export const planFilter = ({ size, only }: LockerSearch, sizes: readonly { size: string }[]): PlanFilter => ({
  size: sizes.some((one) => one.size === size) ? size : undefined,
  onlyFree: only === 'free',
})

export const searchOf = ({ size, onlyFree }: PlanFilter): LockerSearch => ({ size, only: onlyFree ? 'free' : undefined })
