import pino, { type Logger } from 'pino'
import type { Config } from '../config.ts'

export type Log = Logger

/** Structured lines on standard output. What could open a door is never among them. */
export function openLog(level: Config['logLevel']): Log {
  return pino({
    level,
    base: null,
    redact: {
      paths: ['*.secret', '*.token', '*.password', '*.smsCode', 'authorization', 'cookie', 'headers.authorization', 'headers.cookie'],
      censor: '[hidden]',
    },
  })
}
