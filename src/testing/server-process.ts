import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import type { Readable } from 'node:stream'

export type ServerProcess = {
  url: string
  pid: number
  /** What it has written to standard output so far. */
  stdout(): string
  /** Ends it as Ctrl-C does, and gives its exit code. */
  stop(signal?: NodeJS.Signals): Promise<number | null>
}
export type Ended = { code: number | null; stderr: string }

/** Paths from src: server.ts, process/dev.ts, or the built server, as `npm start` runs it. */
type Program = string
export const builtServer = '../dist/process/built.js'
/** `npm test` has just built the server, which starts in a third of the time; by hand the sources are tested. */
const own: Program = process.env.TEST_BUILT ? builtServer : 'server.ts'

/** Starts a server in a process of its own, on a free port unless one is given. Killed, and an error, when it is not ready after `withinMs`. */
export async function startServer(env: Record<string, string>, program = own, withinMs = 300_000): Promise<ServerProcess> {
  const child = launch(program, env)
  const [stdout, stderr] = [gather(child.stdout), gather(child.stderr)]
  const tooLate = setTimeout(() => child.kill('SIGKILL'), withinMs)
  const url = await Promise.race([
    once(child, 'message').then(([message]) => (message as { ready: string }).ready),
    once(child, 'exit').then(([code, signal]) => {
      throw new Error(`The server ended with ${code ?? signal}: ${stderr()}`)
    }),
  ]).finally(() => clearTimeout(tooLate))
  return { url, pid: child.pid ?? 0, stdout, stop: (signal = 'SIGINT') => end(child, signal) }
}

/** Starts a server that is expected to refuse to start. */
export async function refusedStart(env: Record<string, string>, program = own): Promise<Ended> {
  const child = launch(program, env)
  const stderr = gather(child.stderr)
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, stderr: stderr() }
}

function launch(program: Program, env: Record<string, string>): ChildProcess {
  const machine = { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE }
  const settings = { ...machine, PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'fatal', DEMO: '0', ...env }
  const entry = resolve(import.meta.dirname, '..', program)
  return spawn(process.execPath, [entry], { env: settings, cwd: '/', stdio: ['ignore', 'pipe', 'pipe', 'ipc'] })
}

function gather(stream: Readable | null): () => string {
  let text = ''
  stream?.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk
  })
  return () => text
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
  const exited = once(child, 'exit')
  child.kill(signal)
  const [code] = (await exited) as [number | null]
  return code
}
