import type { Trx } from '#db/connect.ts'
import type { Audit } from '#http/audit.ts'
import type { RulesFile } from '#modules/settings/rules-wire.ts'
import { inEach } from '#i18n/words.ts'
import { hasSetting, writeSetting } from '#modules/settings/store.ts'
import { partText } from './texts.ts'

const noNames = { facilities: [], identities: [], sizes: [] }

/**
 * Notes that somebody has saved a group of rules as the defaults have it: an empty row, under which the defaults go on to hold.
 * Setting up is then done with the rules.
 */
export async function acceptDefaults(
  trx: Trx,
  rules: RulesFile | undefined,
  { by, audit }: { by: string | null; audit: Audit },
  now: Date,
): Promise<void> {
  for (const group of Object.keys(rules ?? {})) {
    // Tiers of refunds have a table of their own.
    if (group === 'refunds' || (await hasSetting(trx, group))) continue
    await writeSetting(trx, group, {}, by, now)
    const label = inEach((locale) => partText(`rules:${group}`, noNames, locale))
    await audit(trx, { action: 'rules.changed', subject: { kind: 'rules', id: `rules:${group}`, label }, before: {}, after: {} })
  }
}
