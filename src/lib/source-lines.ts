import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/**
 * Stack traces of bundled code name the files and lines that were written. Source maps would do the same for 130 MB of memory:
 * beside each bundled file lies a table with the source and line of each of its lines, which is read when the first trace needs it.
 */
export function nameSourcesInStacks(): void {
  Error.prepareStackTrace = (error, sites) => {
    const head = headOf(error)
    return sites.length === 0 ? head : `${head}\n    at ${sites.map((site) => withSource(String(site))).join('\n    at ')}`
  }
}

function headOf(error: unknown): string {
  try {
    return Error.prototype.toString.call(error)
  } catch {
    return 'Error'
  }
}

/** For example: placeOrder (file:///srv/fieldhouse/dist/process/server.js:1203:11). */
const place = /(file:\/\/\S+\.js):(\d+):\d+/

export function withSource(site: string): string {
  return site.replace(place, (whole, file: string, line: string) => {
    const { sources, lines } = tableOf(file)
    const entry = lines[Number(line) - 1]
    return entry === undefined || entry === 0 ? whole : `${sources[entry >>> lineBits]}:${entry & lineMask}`
  })
}

const lineBits = 16
const lineMask = (1 << lineBits) - 1

type Table = { sources: string[]; lines: Uint32Array }
const tables = new Map<string, Table>()

function tableOf(file: string): Table {
  const known = tables.get(file)
  if (known) return known
  const read = readTable(file)
  tables.set(file, read)
  return read
}

function readTable(file: string): Table {
  try {
    const bytes = readFileSync(`${fileURLToPath(file)}.lines`)
    const end = bytes.indexOf('\n')
    const sources = JSON.parse(bytes.toString('utf8', 0, end)) as string[]
    // Copied: an array of whole numbers begins at a multiple of four.
    return { sources, lines: new Uint32Array(Uint8Array.from(bytes.subarray(end + 1)).buffer) }
  } catch {
    return { sources: [], lines: new Uint32Array() }
  }
}

/** The table of a bundled file, for `readTable`: of each of its lines the source and the line there, counted from 1. */
export function writeTable(places: readonly ({ source: string; line: number } | undefined)[]): Buffer {
  // Entry 0 means: unknown.
  const sources = ['']
  const indices = new Map<string, number>()
  const lines = Uint32Array.from(places, (one) => {
    if (!one || one.line > lineMask) return 0
    let index = indices.get(one.source)
    if (index === undefined) {
      index = sources.push(one.source) - 1
      indices.set(one.source, index)
    }
    return index * 2 ** lineBits + one.line
  })
  return Buffer.concat([Buffer.from(`${JSON.stringify(sources)}\n`), Buffer.from(lines.buffer)])
}
