import type { Tokens } from '#modules/logins/tokens.ts'
import { courtReference, visitReference } from './rules.ts'

type Signing = { tokens: Tokens; publicUrl: string }

/** Signed links, which the navigation guard lets pass. A ticket's link also opens the ticket. */
const signed = ({ tokens, publicUrl }: Signing, path: string, reference: string, query: Record<string, string> = {}): string =>
  `${publicUrl}${path}?${new URLSearchParams({ ...query, ref: tokens.signReference(reference) })}`

export const ticketLink = (signing: Signing, ticketNo: string): string =>
  signed(signing, ticketNo.startsWith('W') ? '/water' : '/repair', ticketNo)

/** For the sign on a court: the report form with the court chosen. */
export const courtLink = (signing: Signing, courtId: number): string =>
  signed(signing, '/repair', courtReference(courtId), { court: String(courtId) })

export const visitLink = (signing: Signing, orderNo: string): string =>
  signed(signing, '/satisfaction', visitReference(orderNo), { order: orderNo })
