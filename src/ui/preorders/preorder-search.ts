import type { PreOrderFilter } from './preorder-queries.ts'
import type { PreOrderStateWire } from '#modules/preorders/wire.ts'

export const preOrderStates = [
  'draft',
  'submitted',
  'needs-documents',
  'approved',
  'confirmed',
  'rejected',
  'cancelled',
] as const satisfies readonly PreOrderStateWire[]

/** Search parameters; unknown values are ignored. */
export type PreOrderSearch = { status?: string | undefined; page?: string | undefined }

export const preOrderFilter = ({ status, page }: PreOrderSearch): PreOrderFilter => ({
  status: preOrderStates.find((state) => state === status),
  page: /^[1-9]\d{0,2}$/.test(page ?? '') ? Number(page) : 1,
  pageSize: 10,
})
