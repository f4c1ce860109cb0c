import { cyclesIn } from './cycles.ts'
import { doorBreachesIn } from './doors.ts'
import { frameworkBreachesIn } from './framework.ts'
import { importBreachesIn, isTest } from './imports.ts'
import { languageBreachesIn } from './languages.ts'
import type { Breach, Sources } from './source.ts'
import { tableBreachesIn } from './tables.ts'

/** Everything that goes through a wall. Tests may look everywhere, but not import in a cycle. */
export function breachesIn(sources: Sources): Breach[] {
  const watched = new Map([...sources].filter(([path]) => !isTest.test(path)))
  return [
    ...importBreachesIn(watched),
    ...languageBreachesIn(watched),
    ...frameworkBreachesIn(watched),
    ...doorBreachesIn(watched),
    ...cyclesIn(sources),
    ...tableBreachesIn(watched),
  ]
}
