import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stopOrphan } from '#db/embedded-orphan.ts'
import { startEmbedded, type Embedded } from '#db/embedded.ts'
import { runOf } from '#lib/running.ts'

const prefix = 'fieldhouse-test-'

/** A PostgreSQL in a temporary folder, which is deleted when it stops. */
export async function startTemporaryPostgres(): Promise<Embedded> {
  await sweepLeftovers()
  const dir = mkdtempSync(join(tmpdir(), `${prefix}${process.pid}-`))
  const remove = () => rmSync(dir, { recursive: true, force: true })
  try {
    const postgres = await startEmbedded({ dir, durable: false })
    return { ...postgres, stop: () => postgres.stop().finally(remove) }
  } catch (error) {
    remove()
    throw error
  }
}

/** Removes what a killed run has left behind. */
async function sweepLeftovers(): Promise<void> {
  for (const name of readdirSync(tmpdir())) {
    const pid = name.startsWith(prefix) ? Number(name.slice(prefix.length).split('-')[0]) : NaN
    if (Number.isNaN(pid) || runOf(pid) !== undefined) continue
    await stopOrphan(join(tmpdir(), name, 'postgres')).catch(() => {})
    rmSync(join(tmpdir(), name), { recursive: true, force: true })
  }
}
