import type { Trx } from '#db/connect.ts'
import type { FileStore } from '#modules/files/storage.ts'
import type { Catalogue } from '#modules/venues/rules.ts'
import type { SubmitDeps } from './submit-preorder.ts'

/** One date of a confirmed order goes back, with so much of what it cost. False when it is not theirs to give. */
export type GiveBackItem = (
  trx: Trx,
  catalogue: Catalogue,
  given: { orderId: string; item: { id: string; paid: number; percent: number; amount: number } },
  now: Date,
) => Promise<boolean>

export type PreOrdersDeps = SubmitDeps & {
  files: FileStore
  giveBackItem: GiveBackItem
  /** After the commit: announces the change to open grids and starts the job that writes mails. */
  onChanged(facilityIds: number[]): void
  /** The same, and money may go back. */
  onOwed(facilityIds: number[]): void
}
