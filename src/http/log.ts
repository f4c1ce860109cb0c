import pino, { type DestinationStream, type Logger } from 'pino'
import type { Config } from '../config.ts'

/** Email addresses, mobile numbers, signed tokens and long random keys, which error messages may repeat. */
const telling = /[^\s<>"'(),=:]+@[^\s<>"'(),=]+|\b09\d{8}\b|\beyJ[\w-]+\.[\w.-]+|(?<![\w-])(?=[\w-]*\d)(?=[\w-]*[A-Z])[\w-]{24,}(?![\w-])/g

/** Copies a value and masks personal data and credentials in all its strings. */
function hideWords(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll(telling, '[hidden]')
  if (Array.isArray(value)) return value.map(hideWords)
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, hideWords(inner)]))
}

/** An error as it is logged: without PostgreSQL's `detail`, `where` and parameters, which contain rows. */
export function safeError(error: unknown): unknown {
  if (typeof error !== 'object' || error === null) return hideWords(error)
  const { name, message, stack, code, constraint, table, status, cause } = error as Record<string, unknown>
  const known = { type: name, message, stack, code, constraint, table, status }
  const said = Object.fromEntries(Object.entries(known).filter(([, value]) => typeof value === 'string' || typeof value === 'number'))
  return { ...(hideWords(said) as object), ...(cause === undefined ? {} : { cause: safeError(cause) }) }
}

export type Log = Logger

/**
 * Structured log lines on standard output, without credentials and without personal data: members appear by their id,
 * URLs by their route, errors without the values that caused them.
 */
export function openLog(level: Config['logLevel'], to?: DestinationStream): Log {
  const options = {
    level,
    base: null,
    redact: {
      paths: ['*.secret', '*.token', '*.password', '*.smsCode', 'authorization', 'cookie', 'headers.authorization', 'headers.cookie'],
      censor: '[hidden]',
    },
    serializers: { err: safeError, reason: hideWords, output: safeError, data: hideWords },
  }
  return to ? pino(options, to) : pino(options)
}
