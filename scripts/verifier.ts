import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'vite'

const root = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '')
const source = `${root}/src/modules/ballots/verify-ballot.mjs`
const fileName = 'verify-ballot.mjs'
/** What the verifier imports: the line is taken out, and the package stands at the end of the file instead. */
const importLine = /^import \{ (\w+) \} from '(@noble\/(\w+)\/[\w-]+\.js)'\n/gm

/**
 * The verifier of ballots as one file: its own lines first, to be read, and below them the two packages that it imports, so
 * that it needs nothing but Node or a browser.
 */
export async function makeVerifier(): Promise<string> {
  const text = readFileSync(source, 'utf8')
  const imports = [...text.matchAll(importLine)].map(([, name, path, its]) => ({ name: name!, path: path!, package: `@noble/${its!}` }))
  if (imports.length !== 2) throw new Error(`${source} should import two packages`)
  const versions = imports.map((one) => `${one.package} ${versionOf(one.package)}`)
  const names = imports.map(({ name }) => name).join(', ')
  return [
    text.replaceAll(importLine, ''),
    `// From here on: ${versions.join(', ')}, by Paul Miller, MIT license (https://paulmillr.com/noble/), bundled.`,
    await bundled(imports.map(({ name, path }) => `export { ${name} } from '${path}'`).join('\n')),
    `var { ${names} } = packages`,
    '',
  ].join('\n')
}

const versionOf = (name: string): string =>
  (JSON.parse(readFileSync(`${root}/node_modules/${name}/package.json`, 'utf8')) as { version: string }).version

async function bundled(code: string): Promise<string> {
  const entry = '\0packages'
  const made = await build({
    root,
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    plugins: [
      {
        name: 'packages',
        enforce: 'pre',
        resolveId: (id) => (id.endsWith('/packages') ? entry : null),
        load: (id) => (id === entry ? code : null),
      },
    ],
    build: {
      write: false,
      minify: true,
      target: 'es2022',
      lib: { entry: '/packages', formats: ['iife'], name: 'packages', fileName: 'packages' },
    },
  })
  const [first] = Array.isArray(made) ? made : [made]
  const chunk = first && 'output' in first ? first.output[0] : undefined
  if (chunk?.type !== 'chunk') throw new Error('nothing was bundled')
  return chunk.code.trim()
}

/** Puts the file beside the built pages, and serves it in development. */
export function verifier(): Plugin {
  return {
    name: 'verifier',
    applyToEnvironment: ({ name }) => name === 'client',
    async generateBundle() {
      this.emitFile({ type: 'asset', fileName, source: await makeVerifier() })
    },
    configureServer(server) {
      server.middlewares.use(`/${fileName}`, (_request, response, next) => {
        makeVerifier().then((text) => response.setHeader('content-type', 'text/javascript; charset=utf-8').end(text), next)
      })
    },
  }
}
