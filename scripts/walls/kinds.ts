/** The kinds of files that a module has: `api.ts` and `staff-api.ts` are of one kind. */
export type Kind = 'api' | 'wire' | 'rules' | 'store' | 'present' | 'letters' | 'texts'

const moduleFile = /^modules\/([^/]+)\/(.+)$/
const kindOfFile = /(?:^|[/-])(api|wire|rules|store|present|letters|texts)\.ts$/

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
  /^(?:demo\/|src\/(?:(?:db|http|process|testing)\/|(?:api|app|config|desk-apis|file-uses|forget-member|jobs|letters-by-topic|looking-apis|merge-members|retention|season-apis|server)\.ts$|modules\/(?!.*[/-]rules\.ts$)))/
