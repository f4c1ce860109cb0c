import pino, { type DestinationStream, type Logger } from 'pino'
import type { Config } from '../config.ts'
import { hideWords, safeError } from './safe-error.ts'

export type Log = Logger

/**
 * Structured lines on standard output. What could open a door is never among them, and neither is what says who somebody
 * is: members appear by their id, addresses of pages and calls by their route, errors without the values that caused them.
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
