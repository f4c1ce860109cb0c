import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { nodeOf } from './install.mjs'

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']

/**
 * Runs a program on our Node and gives its exit code. In a process group of its own, so that Ctrl-C reaches it once,
 * through us. With a channel it also learns when we are gone without a word (kill -9). `write` takes what it prints.
 */
export function runNode(root, args, { env = {}, channel = false, write } = {}) {
  const output = write ? 'pipe' : 'inherit'
  const stdio = ['inherit', output, output, ...(channel ? ['ipc'] : [])]
  // Our sources are TypeScript: what Node makes of them is kept, and a start takes a third less.
  const kept = { NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/node') }
  const child = spawn(nodeOf(root), args, { cwd: root, stdio, env: { ...kept, ...process.env, ...env }, detached: true })
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', write)
  let interrupted = false
  const pass = (signal) => {
    interrupted = true
    child.kill(signal)
  }
  for (const signal of signals) process.on(signal, pass)
  const watch = watchNpm(() => pass('SIGTERM'))
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    // Its end may come before its last words.
    child.on(write ? 'close' : 'exit', (code, signal) => {
      clearInterval(watch)
      for (const name of signals) process.off(name, pass)
      const result = code ?? 128 + constants.signals[signal]
      // Nothing that would come next is wanted any more.
      if (interrupted) process.exit(result)
      resolve(result)
    })
  })
}

/** The exit code of a service that has met an error which nobody caught, and has ended what it had begun (src/process/stop-signal.ts). */
const failedCode = 70

/** Starts a service again as long as it ends with that code, after a second when it has not lasted for two. */
export async function runAgain(run) {
  for (;;) {
    const begun = Date.now()
    const code = await run()
    if (code !== failedCode) return code
    if (Date.now() - begun < 2000) await delay(1000)
  }
}

/** When npm is killed with -9 nobody tells us; we see it by becoming somebody else's child. */
function watchNpm(whenGone) {
  const parent = process.ppid
  if (!process.env.npm_lifecycle_event) return undefined
  return setInterval(() => {
    if (process.ppid !== parent) whenGone()
  }, 250)
}
