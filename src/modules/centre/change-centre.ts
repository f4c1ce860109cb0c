import type { Trx } from '#db/connect.ts'
import { inTransaction } from '#db/transaction.ts'
import type { Audit } from '#http/audit.ts'
import { changedFields } from '#lib/changed-fields.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import type { CentreDeps } from './deps.ts'
import { measureLogo, type LogoRefusal } from './draw-logo.ts'
import { textKinds, type Centre, type CentreChanges } from './rules.ts'
import { lockCentre, readCentre, updateCentre } from './store.ts'

type Author = { id: string; audit: Audit }
/** `logo`: the id of a file that the author has uploaded; null takes the logo away. */
export type CentreRequest = Omit<CentreChanges, 'logo'> & { logoFileId?: string | null }

export type ChangeCentreRefusal =
  | { code: 'changed_meanwhile'; changedBy: string; changedAt: string | null }
  | { code: 'no_such_file'; path: string }
  | LogoRefusal

/** Changes the centre as seen at `version`: whoever has seen an older one is told who has changed it since. */
export async function changeCentre(
  deps: CentreDeps,
  { version, ...request }: CentreRequest & { version: number },
  by: Author,
  now: Date,
): Promise<Result<Centre, ChangeCentreRefusal>> {
  return inTransaction<Centre, ChangeCentreRefusal>(deps.db, async (trx) => {
    const before = await lockCentre(trx)
    if (before.version !== version) {
      const changedBy = before.changedBy === null ? undefined : await deps.nameOfMember(trx, before.changedBy)
      return refuse({ code: 'changed_meanwhile', changedBy: changedBy ?? '', changedAt: before.changedAt?.toISOString() ?? null })
    }
    const { logoFileId, ...changes } = request
    const logo = logoFileId === before.logo?.fileId ? undefined : logoFileId
    if (logo) {
      const kept = await deps.keepFile(trx, logo, by.id, now)
      if (!kept.ok) return kept
      const measured = await measureLogo(await deps.readFile(logo))
      if (!measured.ok) return measured
      return ok(await writeCentre(trx, before, { ...changes, logo: { fileId: logo, ...measured.value } }, by, now, deps.releaseFile))
    }
    return ok(await writeCentre(trx, before, logo === null ? { ...changes, logo } : changes, by, now, deps.releaseFile))
  })
}

async function writeCentre(
  trx: Trx,
  before: Centre,
  changes: CentreChanges,
  by: Author,
  now: Date,
  releaseFile: CentreDeps['releaseFile'],
): Promise<Centre> {
  await updateCentre(trx, changes, by.id, now)
  if (changes.logo !== undefined && before.logo) await releaseFile(trx, before.logo.fileId, now)
  const after = await readCentre(trx)
  await auditChange(trx, before, after, by.audit)
  return after
}

/** Changes the centre inside the caller's transaction, such as by a catalogue file. The logo stays. */
export async function changeCentreByFile(
  trx: Trx,
  changes: Omit<CentreChanges, 'logo'>,
  by: { id: string | null; audit?: Audit; reason?: string },
  now: Date,
): Promise<void> {
  const before = await lockCentre(trx)
  await updateCentre(trx, changes, by.id, now)
  if (by.audit) await auditChange(trx, before, await readCentre(trx), by.audit, by.reason)
}

/** Fields that differ; of texts only which were changed, because they are whole documents. */
async function auditChange(trx: Trx, before: Centre, after: Centre, audit: Audit, reason?: string): Promise<void> {
  const texts = textKinds.filter((kind) => JSON.stringify(before.texts[kind]) !== JSON.stringify(after.texts[kind]))
  const changed = changedFields(auditedFields(before), auditedFields(after))
  await audit(trx, {
    action: 'centre.changed',
    subject: { kind: 'centre', id: 'centre', label: after.name.tw },
    before: changed.before,
    after: { ...changed.after, ...(texts.length > 0 ? { texts } : {}) },
    ...(reason ? { note: reason } : {}),
  })
}

function auditedFields({
  name,
  shortName,
  taxId,
  phone,
  email,
  address,
  deskHours,
  parking,
  position,
  logo,
  colour,
}: Centre): Record<string, unknown> {
  return { name, shortName, taxId, phone, email, address, deskHours, parking, position, logo: logo?.fileId ?? null, colour }
}
