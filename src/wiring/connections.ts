import type { Checked, Module } from '#modules/module.ts'
import type { Carriers } from '#modules/notifications/carrier.ts'
import type { Connection, Connections } from '#modules/settings/test-connection.ts'
import { modules as all } from './modules.ts'

/** What the settings connect the centre to, with the doctor's checks. */
export function openConnections(config: Checked, carriers: Carriers, modules: readonly Module[] = all): Connections {
  const found = modules.flatMap(({ checks }) =>
    checks.flatMap(({ subject, find, connection }): [string, Connection][] =>
      connection ? [[subject, { ...connection(config, carriers), check: (now) => find(config, now) }]] : [],
    ),
  )
  return Object.fromEntries(found)
}
