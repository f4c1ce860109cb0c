/** What is wrong with a catalogue file, at one place of it. `path` leads from the part to the field: courts.2.name.tw */
export type FileError = {
  /** centre, identities, holidays, lockers, rules:booking, facility:BAD; file: the document itself. */
  part: string
  path: string
  code: string
  params?: Record<string, string | number>
  /** Where it stands in a workbook, counted from 1; in a JSON document only the line. */
  sheet?: string
  line?: number
}

export type Report = (path: string, code: string, params?: Record<string, string | number>) => void

/** Collects the errors of one part. */
export const reportInto =
  (errors: FileError[], part: string): Report =>
  (path, code, params) =>
    void errors.push({ part, path, code, ...(params ? { params } : {}) })

/** Calls `report` for each entry whose key an earlier entry has. Undefined keys are not compared. */
export function reportTwice<T>(
  entries: readonly T[],
  keyOf: (entry: T) => string | undefined,
  report: (n: number, key: string) => void,
): void {
  const seen = new Set<string>()
  entries.forEach((entry, n) => {
    const key = keyOf(entry)
    if (key === undefined) return
    if (seen.has(key)) report(n, key)
    seen.add(key)
  })
}
