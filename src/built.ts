import module from 'node:module'
import { nameSourcesInStacks } from './lib/source-lines.ts'

// The entry of the built server: `npm run build` makes dist/process/built.js of it. Development and tests run server.ts.
nameSourcesInStacks()
// Keeps compiled code between starts, in the folder of NODE_COMPILE_CACHE or of temporary files. Node 20 cannot.
if ('enableCompileCache' in module) module.enableCompileCache()
await import('./server.ts')
