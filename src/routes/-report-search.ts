/** Written here, because every page carries the rules of its addresses. */
export const courtOf = (court: unknown): number | undefined => (/^[1-9]\d{0,8}$/.test(String(court)) ? Number(court) : undefined)

/** A ticket's own reference; the sign on a court carries another one. */
export const ticketReference = (ref: unknown): string | undefined => (/^[RW]-\d+\.[\w-]+$/.test(String(ref)) ? String(ref) : undefined)
