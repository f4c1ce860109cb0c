/** What a use case returns: the thing, or an expected refusal. A bug throws instead. */
export type Result<T, R> = { ok: true; value: T } | { ok: false; refusal: R }

export const ok = <T>(value: T): { ok: true; value: T } => ({ ok: true, value })
export const refuse = <const R>(refusal: R): { ok: false; refusal: R } => ({ ok: false, refusal })
