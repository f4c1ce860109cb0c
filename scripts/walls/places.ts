/**
 * Every folder of src, and the single files beside them, each with the places that it may import from besides itself. A
 * place that is not here is refused: whoever makes a folder decides where it stands. Imports run one way: no place can
 * reach itself through another, which a test proves.
 */
export const mayImport = {
  lib: [],
  i18n: ['lib'],
  db: ['i18n', 'lib'],
  'setting-readers.ts': ['lib'],
  'login-settings.ts': ['lib', 'setting-readers.ts'],
  'config.ts': ['lib', 'login-settings.ts', 'setting-readers.ts'],
  navigation: ['i18n', 'lib'],
  http: ['config.ts', 'db', 'i18n', 'lib', 'navigation'],
  modules: ['config.ts', 'db', 'http', 'i18n', 'lib'],
  demo: ['config.ts', 'db', 'http', 'i18n', 'lib', 'modules'],
  wiring: ['config.ts', 'db', 'demo', 'http', 'i18n', 'lib', 'modules', 'navigation'],
  'kept-pages': ['config.ts', 'http', 'i18n', 'lib', 'modules', 'navigation'],
  'app.ts': ['config.ts', 'http', 'i18n', 'kept-pages', 'lib', 'modules', 'navigation'],
  client: ['i18n', 'lib', 'modules'],
  'ui/kit': ['i18n', 'lib'],
  ui: ['client', 'i18n', 'lib', 'modules', 'navigation', 'ui/kit'],
  routes: ['client', 'i18n', 'lib', 'modules', 'navigation', 'ui', 'ui/kit'],
  pages: ['client', 'i18n', 'lib', 'modules', 'navigation', 'routes', 'ui', 'ui/kit'],
  process: ['app.ts', 'config.ts', 'db', 'demo', 'http', 'i18n', 'kept-pages', 'lib', 'modules', 'navigation', 'wiring'],
  'server.ts': ['config.ts', 'http', 'lib', 'process'],
  'built.ts': ['lib', 'server.ts'],
} as const satisfies Record<string, readonly string[]>

export type Place = keyof typeof mayImport

/** What the browser runs: it reaches the server only through the API. */
export const pagePlaces: readonly Place[] = ['client', 'ui/kit', 'ui', 'routes', 'pages']

/** Undefined: no place of ours, or one that the list lacks. */
export function placeOf(path: string): Place | undefined {
  const [first = '', second = ''] = path.startsWith('../') ? path.slice(3).split('/') : path.split('/')
  const place = first === 'ui' && second === 'kit' ? 'ui/kit' : first
  return Object.hasOwn(mayImport, place) ? (place as Place) : undefined
}
