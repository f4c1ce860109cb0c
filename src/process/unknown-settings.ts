import { familiesOfProviders, settingNames } from './read-config.ts'
import { availableParallelism } from 'node:os'
import type { Config } from '#config.ts'
import { found, type Finding } from '#http/findings.ts'

type UnknownSetting = { name: string; alike: string[] }

/** A name of one of these families that is no setting was meant as one. */
const families = /^(?:AUTH|BACKUP|DATABASE|DRAND|INVOICE|LOGIN|MAIL|PAYMENT|SMS|SMTP|STORAGE)_/
/** Kubernetes and Docker name the services beside a container like this, by themselves. */
const ofOrchestrator = /_(?:SERVICE_HOST|SERVICE_PORT(?:_\w+)?|PORT|PORT_\d+_(?:TCP|UDP)(?:_\w+)?)$/

/** Environment variables that are no setting, but read like a mistyped one. Their values are not looked at. */
export function findUnknownSettings(env: Record<string, string | undefined>): UnknownSetting[] {
  const known = settingNames(env)
  return Object.keys(env)
    .filter((name) => env[name] !== undefined && env[name] !== '' && !known.includes(name))
    .map((name) => ({ name, alike: alikeOf(name, known) }))
    .filter(({ alike }) => alike.length > 0)
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

/** Said before the settings are read: a mistyped one is often why another is missing. */
export function warnOfUnknownSettings(env: Record<string, string | undefined>): void {
  for (const { name, alike } of findUnknownSettings(env))
    console.warn(`Warning: ${name} is not a setting and has no effect. Settings with a name like it: ${alike.join(', ')}.`)
}

function alikeOf(name: string, known: readonly string[]): string[] {
  const upper = name.toUpperCase().replaceAll(/[-.]/g, '_')
  if (ofOrchestrator.test(upper)) return []
  const distances = known.map((one) => ({ one, distance: editDistance(upper, one) }))
  const least = Math.min(...distances.map(({ distance }) => distance))
  // A quarter of the letters: HOME is not HOST, and LOGLEVEL is LOG_LEVEL.
  if (least <= Math.floor(upper.length / 4)) return distances.filter(({ distance }) => distance === least).map(({ one }) => one)
  const [family] = families.exec(upper) ?? familiesOfProviders.filter((one) => upper.startsWith(one))
  return family === undefined ? [] : known.filter((one) => one.startsWith(family))
}

/** Levenshtein's: how many letters are to be put in, left out or replaced. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1]
    for (let j = 0; j < b.length; j++) next.push(Math.min(next[j]! + 1, row[j + 1]! + 1, row[j]! + (letter === b[j] ? 0 : 1)))
    row = next
  }
  return row[b.length]!
}

/** What the settings say by themselves. `loadConfig` has refused already what cannot be used. */
export function checkSettings({ demo, publicUrl, authSecret, siteAccess, workers }: Config, cores = availableParallelism()): Finding[] {
  const isLocal = /^https?:\/\/(?:[^/]*\.)?(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])(?::|\/|$)/.test(publicUrl)
  return [
    found('settings', demo ? (isLocal ? 'demo_on' : 'demo_public') : 'demo_off'),
    found('settings', isLocal && !demo ? 'address_local' : 'address_set', { address: publicUrl }),
    found('settings', authSecret === undefined ? 'auth_secret_kept' : 'auth_secret_set'),
    found('settings', 'site_access', { access: siteAccess ?? 'wired' }),
    found('settings', workers > cores ? 'workers_many' : 'workers', { workers, cores }),
  ]
}
