import { addressWith, anId, fitting, oneOf, readAddress } from '#ui/staff/kit/address.ts'

/** Which differences are listed, which page of them, and the one that is open. */
export type DiscrepanciesSearch = { show?: 'settled' | undefined; page?: string | undefined; open?: string | undefined }

export const discrepanciesSearch = (search: DiscrepanciesSearch): DiscrepanciesSearch =>
  readAddress<DiscrepanciesSearch>(search, { show: oneOf('settled'), page: fitting(/^[1-9]\d{0,4}$/), open: anId })

export const discrepancyAddress = ({ show, page, open }: DiscrepanciesSearch): string =>
  addressWith('/staff/discrepancies', { show, page, open })
