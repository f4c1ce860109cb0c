import type { Config } from '#config.ts'

/** Tells the person at the keyboard, and the program that has started us, that there is somebody to talk to. */
export function announce(config: Config, greeting: string, more?: string): void {
  console.log(`${greeting} ${config.publicUrl} (Ctrl-C stops it).`)
  if (more) console.log(more)
  process.send?.({ ready: `http://localhost:${config.port}` })
}
