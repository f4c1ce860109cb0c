import { m } from '#i18n/generated/messages.js'
import { Callout } from '#ui/kit/callout.tsx'
import type { CatalogueError } from '#ui/staff/kit/catalogue-types.ts'
import { DataTable, type Column } from '#ui/staff/kit/data-table.tsx'
import style from './files.module.css'

/** More lines than somebody corrects before trying again. */
const shown = 200

type Row = CatalogueError & { n: number }

/** What is wrong with a file, line by line. */
export function FileErrors({ name, errors }: { name: string; errors: readonly CatalogueError[] }) {
  const rows = errors.slice(0, shown).map((error, n) => ({ ...error, n }))
  return (
    <div className={style.wrong}>
      <Callout tone="error" role="alert" title={m.files_wrong_title({ name, count: errors.length })}>
        <p>{m.files_wrong_again()}</p>
      </Callout>
      <DataTable caption={m.files_wrong_caption()} columns={columns()} rows={rows} rowKey={({ n }) => String(n)} empty={null} />
      {errors.length > shown && <p>{m.files_wrong_more({ count: shown })}</p>}
    </div>
  )
}

const partNames: Record<string, () => string> = {
  file: m.catalogue_part_file,
  centre: m.catalogue_part_centre,
  identities: m.catalogue_part_identities,
  holidays: m.catalogue_part_holidays,
  lockers: m.catalogue_part_lockers,
  rules: m.catalogue_part_rules,
  facility: m.staff_kind_facility,
}

/** Of a JSON file, which has no sheets: the section, and the code of a facility. */
function partName(part: string): string {
  const [kind = '', code = ''] = part.split(':')
  return [partNames[kind]?.() ?? kind, code].filter(Boolean).join(' ')
}

const columns = (): Column<Row>[] => [
  {
    key: 'where',
    head: m.files_wrong_sheet(),
    isRowHead: true,
    sortBy: ({ sheet, part }) => sheet ?? partName(part),
    cell: ({ sheet, part }) => sheet ?? partName(part),
  },
  { key: 'line', head: m.files_wrong_line(), align: 'end', sortBy: ({ line }) => line ?? 0, cell: ({ line }) => line ?? '–' },
  {
    key: 'what',
    head: m.files_wrong_what(),
    cell: ({ message, path }) => (
      <>
        {message}
        {path && <small className={style.path}>{path}</small>}
      </>
    ),
  },
]
