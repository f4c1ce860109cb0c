import type { Finding } from '#http/findings.ts'
import type { Locale } from '#i18n/locale.ts'
import type { ConnectionKind, ShownSetting } from './connection-rules.ts'

export type Connection = {
  /** False: nothing is configured. The demo brings its own service. */
  isSet: boolean
  isDemo: boolean
  settings: ShownSetting[]
  /** As the doctor looks at it: nothing is sent, and what is written is deleted again. */
  check(now: Date): Promise<Finding[]>
  /** Sends a test message; undefined where there is nothing to send. */
  send: ((recipient: { address: string; locale: Locale }) => Promise<Finding>) | undefined
}

export type Connections = Record<ConnectionKind, Connection>
