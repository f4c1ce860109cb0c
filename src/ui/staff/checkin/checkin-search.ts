import { anyWords, readAddress } from '#ui/staff/kit/address.ts'

/** `facility`: the code of the door's facility. */
export type CheckInSearch = { facility?: string | undefined }

export const checkInSearch = (search: CheckInSearch): CheckInSearch => readAddress<CheckInSearch>(search, { facility: anyWords(40) })
