import { availableParallelism } from 'node:os'
import type { Config } from '#config.ts'
import { found, type Finding } from '#http/findings.ts'

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
