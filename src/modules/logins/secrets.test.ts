import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { checkSecret, hashCheaply, hashSecret } from './secrets.ts'

// A process of its own, because this one makes cheap hashes.
const program = `
  import { hashSecret } from ${JSON.stringify(join(import.meta.dirname, 'secrets.ts'))}
  console.log(await hashSecret('quiet otters row upstream'))
`

it('hashes are argon2id with 19 MiB and two passes, and verify where others are made at another cost', async () => {
  hashCheaply()
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program])
  const [full, cheap] = [stdout.trim(), await hashSecret('quiet otters row upstream')]
  expect(full).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(cheap).toMatch(/^\$argon2id\$v=19\$m=8,t=1,p=1\$/)
  for (const hash of [full, cheap]) {
    expect(await checkSecret('quiet otters row upstream', hash)).toBe('right')
    expect(await checkSecret('quiet otters row downstream', hash)).toBe('wrong')
  }
})
