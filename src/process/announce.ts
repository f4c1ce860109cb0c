import type { Config } from '#config.ts'
import { demoGreeting } from './demo.ts'

/** Tells the person at the keyboard, and the program that has started us, that there is somebody to talk to. */
export function announce(config: Config, greeting: string): void {
  console.log(`${greeting} ${config.publicUrl} (Ctrl-C stops it).`)
  if (config.demo) console.log(demoGreeting)
  process.send?.({ ready: `http://localhost:${config.port}` })
}
