import { rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { createBuilder } from 'vite'
import { compressAssets } from './compress-assets.ts'
import { bundleServer } from './server-bundle.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

process.env['NODE_ENV'] = 'production'
rmSync(`${root}/dist`, { recursive: true, force: true })
const builder = await createBuilder({ root, logLevel: process.env['BUILD_LOG'] === 'info' ? 'info' : 'warn' })
await builder.buildApp()
await compressAssets(`${root}/dist/client`)
await bundleServer(root)
// A plugin may keep a handle open.
process.exit(0)
