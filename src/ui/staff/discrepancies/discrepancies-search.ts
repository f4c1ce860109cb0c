import { addressWith, anId, oneOf, readAddress } from '#ui/staff/kit/address.ts'

/** Which differences are listed, and the one that is open. */
export type DiscrepanciesSearch = { show?: 'settled' | undefined; open?: string | undefined }

export const discrepanciesSearch = (search: DiscrepanciesSearch): DiscrepanciesSearch =>
  readAddress<DiscrepanciesSearch>(search, { show: oneOf('settled'), open: anId })

export const discrepancyAddress = (show: 'settled' | undefined, open: string | undefined): string =>
  addressWith('/staff/discrepancies', { show, open })
