import pino, { type DestinationStream, type Logger } from 'pino'
import type { Config } from '../config.ts'
import { hideWords, safeError } from './safe-error.ts'

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
