import { posix } from 'node:path'
import { parseSync } from 'vite'

/** One import of one file: `to` is a path inside src, or the name of a package. */
export type Import = { from: string; to: string; line: number; typesOnly: boolean }
/** `to` is what the line uses: a file, a package, a table or a function. */
export type Breach = { from: string; line: number; to: string; why: string }
/** Texts of files by their path inside src; the demo's paths begin with `../demo/`. */
export type Sources = ReadonlyMap<string, string>

/** TypeScript files with their paths; SQL is left out. */
export const codeIn = (sources: Sources): [path: string, code: string][] => [...sources].filter(([path]) => /\.tsx?$/.test(path))

export function importsOf(from: string, code: string): Import[] {
  const { module } = parsed(from, code)
  const found = [
    ...module.staticImports.map((one) => ({ to: one.moduleRequest.value, at: one.start, typesOnly: isTypesOnly(one.entries) })),
    ...module.staticExports.flatMap(({ start, entries }) =>
      entries.flatMap((one) => (one.moduleRequest ? [{ to: one.moduleRequest.value, at: start, typesOnly: one.isType }] : [])),
    ),
    ...module.dynamicImports.map((one) => ({
      to: code.slice(one.moduleRequest.start + 1, one.moduleRequest.end - 1),
      at: one.start,
      typesOnly: false,
    })),
  ]
  return found.map(({ to, at, typesOnly }) => ({ from, to: resolve(from, to), line: lineOf(code, at), typesOnly }))
}

export function parsed(from: string, code: string): ReturnType<typeof parseSync> {
  const result = parseSync(from, code)
  if (result.errors.length > 0) throw new Error(`${from} cannot be read: ${result.errors[0]?.message}`)
  return result
}

export const lineOf = (code: string, at: number): number => code.slice(0, at).split('\n').length

function isTypesOnly(entries: { isType: boolean }[]): boolean {
  return entries.length > 0 && entries.every((entry) => entry.isType)
}

function resolve(from: string, to: string): string {
  if (to.startsWith('#')) return to.slice(1)
  return to.startsWith('.') ? posix.join(posix.dirname(from), to).replace(/^\.\.\/src\//, '') : to
}
