import type { ApiClient } from '#client/api-client.ts'
import type { CatalogueFile, ImportAnswer } from '#modules/catalogue/wire.ts'
import type { CatalogueChanges, FacilityFile, PlanAnswer } from '#ui/staff/kit/catalogue-types.ts'

/** What the catalogue begins with, before it is saved. */
export type Begun = {
  /** Id of the template or name of the file: the reason in the audit log. */
  from: string
  changes: CatalogueChanges
  /** Facilities of the template, of which some may be left out. */
  offered?: FacilityFile[]
  /** Revisions of the parts that a file was compared with. */
  basedOn: Record<string, string>
}

export async function beginWithTemplate(api: ApiClient, id: string): Promise<Begun> {
  const { $schema: _, format: __, version: ___, ...changes } = await api.get<CatalogueFile>(`/api/Staff/Catalogue/Template/${id}`)
  return { from: id, changes, offered: changes.facilities ?? [], basedOn: {} }
}

/** Reads a file; nothing is changed by it, and one with errors begins nothing. */
export async function beginWithFile(api: ApiClient, file: File): Promise<{ begun: Begun } | { errors: PlanAnswer['errors'] }> {
  const { errors, parsed, revisions } = await api.upload<ImportAnswer>('/api/Staff/Catalogue/Import', file, { field: 'file' })
  if (errors.length > 0) return { errors }
  // The step before has named the centre.
  const { centre: _, ...changes } = parsed as CatalogueChanges
  return { begun: { from: file.name, changes, basedOn: revisions } }
}
