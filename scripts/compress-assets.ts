import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const worthwhile = /\.(m?js|css|svg|json|webmanifest|txt|html)$/

/** Writes .br and .gz beside every file that gets smaller by it, once, at the highest level. */
export async function compressAssets(dir: string): Promise<void> {
  const files = readdirSync(dir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile() && worthwhile.test(entry.name))
  await Promise.all(
    files.map(async (entry) => {
      const path = join(entry.parentPath, entry.name)
      const source = readFileSync(path)
      const [br, gz] = await Promise.all([
        promisify(brotliCompress)(source, {
          params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: source.length },
        }),
        promisify(gzip)(source, { level: 9 }),
      ])
      if (br.length < source.length) writeFileSync(`${path}.br`, br)
      if (gz.length < source.length) writeFileSync(`${path}.gz`, gz)
    }),
  )
}
