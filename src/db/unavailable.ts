/**
 * The database cannot be reached, does not answer, or was lost in the middle of a statement. In the last case nobody
 * knows whether the statement took effect: a caller with an idempotency key asks again.
 */
export class DatabaseUnavailable extends Error {
  constructor(cause?: unknown) {
    super('The database is unavailable', { cause })
    this.name = 'DatabaseUnavailable'
  }
}

/**
 * SQLSTATEs of a connection that is gone or cannot be had: connection exceptions, insufficient resources, shutdown,
 * crash, start-up, and a standby that answers in the place of the primary.
 */
const lostStates = /^(08...|53...|57P0[1-5]|25006)$/
const lostCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
  'EACCES',
])
/** Errors of the driver that have no code. */
const lostMessages = /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Client (has encountered|was closed))/

export function isConnectionLoss(error: unknown): boolean {
  if (error instanceof DatabaseUnavailable) return true
  if (!(error instanceof Error)) return false
  const { code } = error as NodeJS.ErrnoException
  if (typeof code !== 'string') return lostMessages.test(error.message)
  return lostCodes.has(code) || lostStates.test(code)
}

/**
 * The server itself refused the connection by an SQLSTATE: it runs, and is neither starting nor shutting down. Class 08 is what a
 * pooler says when it cannot reach the server.
 */
export function isRefusalByServer(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException
  return typeof code === 'string' && /^\d[\dA-Z]{4}$/.test(code) && !/^(57P0|08)/.test(code)
}
