import { spawnSync } from 'node:child_process'

/** Says in one line what is being done and how long it took. */
export function timed(what, deed) {
  process.stdout.write(`${what} … `)
  const begun = Date.now()
  try {
    deed()
  } catch (error) {
    process.stdout.write('failed\n')
    throw error
  }
  process.stdout.write(`${((Date.now() - begun) / 1000).toFixed(1)} s\n`)
}

/** Runs a program without a word; what it wrote is shown when it fails. */
export function quietly(program, args, options = {}) {
  const { status, signal, stdout, stderr, error } = spawnSync(program, args, { encoding: 'utf8', maxBuffer: 256 * 1024 * 1024, ...options })
  if (status === 0) return
  if (signal) process.exit(130)
  throw new Failure(`${stdout ?? ''}${stderr ?? ''}${error ? `${error.message}\n` : ''}${program} ${args.join(' ')} did not succeed.`)
}

/** Something that the person at the keyboard is told; no stack. */
export class Failure extends Error {}
