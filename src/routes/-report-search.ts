/** Id of a court in the address. Written here and not imported, because address rules are part of every page's first load. */
export const courtOf = (court: unknown): number | undefined => (/^[1-9]\d{0,8}$/.test(String(court)) ? Number(court) : undefined)

/** Signed reference of a report. The sign on a court has a reference of another format. */
export const ticketReference = (ref: unknown): string | undefined => (/^[RW]-\d+\.[\w-]+$/.test(String(ref)) ? String(ref) : undefined)
