import { join } from 'node:path'
import type { Plugin } from 'vite'
import { compileMessages, keysOf, messageModule, readMessages } from './messages.ts'

const generated = join(import.meta.dirname, '../src/i18n/generated')
const all = join(generated, 'messages.js')
const one = /\/src\/i18n\/generated\/messages\/(\w+)\.js$/

/** Compiles the messages before the first module is loaded, and again in development when one changes. */
export function messages(): Plugin[] {
  return [
    { name: 'fieldhouse-messages', configResolved: () => void compileMessages() },
    onlySaidMessages(),
    {
      name: 'fieldhouse-messages-in-development',
      apply: 'serve',
      hotUpdate({ file, modules }) {
        if (file.startsWith(generated)) return []
        if (!/\/src\/i18n\/messages\/\w+\.json$/.test(file)) return modules
        compileMessages()
        return [...(this.environment.moduleGraph.getModulesByFile(all) ?? [])]
      },
    },
  ]
}

/** Gives each message a module of its own, so that a page gets only those that it says. */
function onlySaidMessages(): Plugin {
  const catalogue = readMessages()
  const index = keysOf(catalogue).map((key) => `export * from './messages/${key}.js'`)
  return {
    name: 'fieldhouse-only-said-messages',
    enforce: 'pre',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    resolveId: {
      filter: { id: /^\.\/messages\/\w+\.js$/ },
      handler: (id, importer) => (importer === all ? { id: join(generated, id), moduleSideEffects: false } : undefined),
    },
    load: {
      filter: { id: [all, one] },
      handler: (id) =>
        id === all
          ? { code: [...index, `export * as m from './messages.js'`].join('\n'), moduleSideEffects: false }
          : { code: messageModule(one.exec(id)![1]!, catalogue), moduleSideEffects: false },
    },
  }
}
