import type { Config } from '#config.ts'

/** Prints the address, and tells the parent process (if there is an IPC channel) that the server is ready. */
export function announce(config: Config, greeting: string, more?: string): void {
  console.log(`${greeting} ${config.publicUrl} (Ctrl-C stops it).`)
  if (more) console.log(more)
  process.send?.({ ready: `http://localhost:${config.port}` })
}
