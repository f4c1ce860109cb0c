import type { Audit } from '#http/audit.ts'

/** For tests of use cases that are not about the audit log. */
export const unaudited: Audit = async () => {}
