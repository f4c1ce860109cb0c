/** The kinds of files that a module has: `api.ts` and `staff-api.ts` are of one kind. */
export type Kind = 'module' | 'api' | 'wire' | 'rules' | 'store' | 'present' | 'letters' | 'texts'

const moduleFile = /^modules\/([^/]+)\/(.+)$/
const kindOfFile = /(?:^|[/-])(module|api|wire|rules|store|present|letters|texts)\.ts$/

export function moduleOf(path: string): string | undefined {
  return moduleFile.exec(path)?.[1]
}

/** Undefined: outside the modules, or a use case. */
export function kindOf(path: string): Kind | undefined {
  const file = moduleFile.exec(path)?.[2]
  return file === undefined ? undefined : (kindOfFile.exec(file)?.[1] as Kind | undefined)
}

/** What no bundle of pages may hold: everything of the modules but rules. Of wire files pages know the types, which leave nothing behind. */
export const notForPages =
  /^(?:demo\/|src\/(?:(?:db|http|kept-pages|process|testing|wiring)\/|(?:app|config|server)\.ts$|modules\/(?!.*[/-]rules\.ts$)))/
