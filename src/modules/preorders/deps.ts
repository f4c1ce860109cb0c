import type { FileStore } from '#modules/files/storage.ts'
import type { PreOrderDesk } from './submit-preorder.ts'

export type PreOrdersDeps = PreOrderDesk & {
  files: FileStore
  /** Something was taken or given back at these facilities, and somebody is to be told. After the commit. */
  onChanged(facilityIds: number[]): void
}
