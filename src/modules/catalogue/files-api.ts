import { say } from '#i18n/words.ts'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { reply, type Api } from '#http/call.ts'
import { takeTurn } from '#http/rate-limits.ts'
import { managerRoles } from '#http/session.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import { dayOf } from '#lib/zone.ts'
import { readMultipart } from '#modules/files/read-multipart.ts'
import type { UploadRefusal } from '#modules/files/rules.ts'
import { readablePart, withoutConsequences } from './check-partly.ts'
import { parseFile } from './file.ts'
import { catalogueSchema, readCatalogueFile, schemaAddress } from './read-catalogue-file.ts'
import { presentExport, presentPlan } from './present.ts'
import { measurePictures } from './measure-pictures.ts'
import { previewChange } from './preview-change.ts'
import { byPlace } from './parse-import.ts'
import { importBytes, readImport } from './read-import.ts'
import type { CatalogueDeps } from './staff-api.ts'
import { templateFile, templateIds, templates, type TemplateId } from './templates.ts'
import { CatalogueFile, ImportAnswer, ImportForm, ImportQuery, TemplateListAnswer, TemplateParams } from './wire.ts'
import { writeWorkbook } from './write-workbook.ts'

const importStatus = {
  upload_missing: 422,
  upload_too_many: 422,
  upload_incomplete: 400,
  file_too_large: 413,
  file_empty: 422,
  file_type_not_allowed: 422,
  file_broken: 422,
  file_active: 422,
  too_many_imports: 429,
} as const
type ImportRefusal = { code: keyof typeof importStatus }

const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const download = (name: string, type: string) => ({ 'content-type': type, 'content-disposition': `attachment; filename="${name}"` })

/** The catalogue as files: in, out, and templates to begin with. */
export function catalogueFilesApi(api: Api, { db, files, publicUrl }: CatalogueDeps): void {
  const $schema = schemaAddress(publicUrl)
  let schema: string | undefined

  api.add(
    {
      method: 'get',
      path: '/api/Catalogue/Schema',
      summary: 'JSON Schema of catalogue files, also at /catalogue.schema.json',
      access: 'public',
      answers: { 200: 'bytes' },
    },
    async () => {
      schema ??= JSON.stringify(catalogueSchema(publicUrl))
      return reply(200, schema, {
        'content-type': 'application/schema+json',
        'cache-control': 'public, max-age=3600',
        // Editors on other sites read it.
        'access-control-allow-origin': '*',
      })
    },
  )

  api.add(
    {
      method: 'post',
      path: '/api/Staff/Catalogue/Import',
      reads: true,
      summary: 'What a file, JSON or XLSX in the field `file`, would change, and what is wrong with it line by line; nothing is changed',
      access: managerRoles,
      query: ImportQuery,
      multipart: ImportForm,
      answers: { 200: ImportAnswer },
      refusals: importStatus,
    },
    async ({ request, query: { mode }, session, locale, now }) => {
      const wait = await takeTurn(db, { key: `import:${session.memberId}`, limit: 60, seconds: 3600 }, now)
      if (wait) return refuse<ImportRefusal>({ code: 'too_many_imports', ...wait })
      const received = await readUpload(request)
      if (!received.ok) return refuse<ImportRefusal>(received.refusal as ImportRefusal)
      const { kind, raw, errors, locate } = await readImport(received.value)
      const isReadable = errors.length === 0
      const changes = isReadable ? parseFile(raw).changes : readablePart(raw)
      const measured = await measurePictures({ db, files }, changes, session.memberId)
      const preview = await previewChange(db, { changes, mode, basedOn: undefined, measured }, now)
      const { format: _, version: __, $schema: ___, ...sections } = raw
      // Screens know price levels in one form.
      const parsed = { ...sections, ...(changes.facilities && { facilities: changes.facilities }) }
      if (isReadable && preview.errors.length === 0) return reply(200, { ...presentPlan(preview, locale), kind, parsed })
      const found = isReadable ? preview.errors : withoutConsequences(preview.errors, raw)
      const all = [...errors, ...locate(found)].toSorted(byPlace)
      const nothing = { changes: [], prices: [], touched: [] }
      return reply(200, { ...presentPlan({ ...preview, ...nothing, errors: all }, locale), kind, parsed: {} })
    },
  )

  api.add(
    {
      method: 'get',
      path: '/api/Staff/Catalogue/Export.json',
      summary: 'The whole catalogue as a JSON file',
      access: managerRoles,
      answers: { 200: 'bytes' },
    },
    async ({ now }) => {
      const file = { $schema, ...presentExport(await readCatalogueFile(db)) }
      return reply(200, `${JSON.stringify(file, null, 2)}\n`, download(`catalogue-${dayOf(now)}.json`, 'application/json'))
    },
  )

  api.add(
    {
      method: 'get',
      path: '/api/Staff/Catalogue/Export.xlsx',
      summary: 'The whole catalogue as a workbook, a sheet for each kind of thing',
      access: managerRoles,
      answers: { 200: 'bytes' },
    },
    async ({ now }) => {
      const bytes = await writeWorkbook(await readCatalogueFile(db))
      return reply(200, new Uint8Array(bytes), download(`catalogue-${dayOf(now)}.xlsx`, xlsxType))
    },
  )

  api.add(
    {
      method: 'get',
      path: '/api/Staff/Catalogue/Template/List',
      summary: 'Centres to begin with',
      access: managerRoles,
      answers: { 200: TemplateListAnswer },
    },
    async ({ locale, now }) => {
      const items = templateIds.map((id) => {
        const { facilities = [] } = templateFile(id, dayOf(now))
        const { name, about } = templates[id]
        return {
          id,
          name: say(name, locale),
          about: say(about, locale),
          facilities: facilities.length,
          courts: facilities.flatMap(({ courts }) => courts).length,
        }
      })
      return reply(200, { items })
    },
  )

  api.add(
    {
      method: 'get',
      path: '/api/Staff/Catalogue/Template/{id}',
      summary: 'A template as a catalogue file, whose hours and prices hold from today on',
      access: managerRoles,
      params: TemplateParams,
      answers: { 200: CatalogueFile },
      refusals: { not_found: 404 },
    },
    async ({ params, now }) => {
      const id = templateIds.find((one) => one === params.id) as TemplateId | undefined
      return id ? reply(200, { $schema, ...templateFile(id, dayOf(now)) }) : refuse({ code: 'not_found' as const })
    },
  )
}

/** The bytes of the one file of the form. */
async function readUpload(request: Request): Promise<Result<Buffer, UploadRefusal>> {
  const dir = await mkdtemp(join(tmpdir(), 'fieldhouse-import-'))
  try {
    const received = await readMultipart(request, dir, { field: 'file', max: 1 })
    if (!received.ok) return received
    const [file] = received.value
    if (file!.size > importBytes) return refuse({ code: 'file_too_large', path: 'file' } as UploadRefusal)
    return ok(await readFile(file!.path))
  } finally {
    await rm(dir, { recursive: true, force: true })
  }
}
