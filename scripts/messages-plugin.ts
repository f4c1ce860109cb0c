import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'
import { compileMessages, messageModules } from './messages.ts'

const generated = join(import.meta.dirname, '../src/i18n/generated')
const index = join(generated, 'messages/_index.js')

/** Compiles the messages before the first module is loaded, and again in development when one changes. */
export function messages(): Plugin[] {
  return [
    { name: 'fieldhouse-messages', configResolved: async () => void (await compileMessages()) },
    {
      name: 'fieldhouse-short-messages',
      enforce: 'pre',
      apply: 'build',
      resolveId: (id) => (id === chooser ? `\0${chooser}` : undefined),
      load: (id) => (id === `\0${chooser}` ? chooserModule : id === index ? oneByOne() : undefined),
      transform: (code, id) => (id.startsWith(join(generated, 'messages/')) ? shorten(code) : undefined),
    },
    {
      name: 'fieldhouse-short-message-runtime',
      apply: 'build',
      applyToEnvironment: ({ name }) => name === 'client',
      load: (id) => (id === join(generated, 'runtime.js') ? runtimeModule : undefined),
    },
    {
      name: 'fieldhouse-messages-in-development',
      apply: 'serve',
      async hotUpdate({ file, modules }) {
        if (file.startsWith(generated)) return []
        if (!/\/src\/i18n\/messages\/\w+\.json$/.test(file)) return modules
        await compileMessages()
        return [...(this.environment.moduleGraph.getModulesByFile(index) ?? [])]
      },
    },
  ]
}

/** Imports each message from its own module, so that a page gets only those that it says. */
const oneByOne = () =>
  messageModules(dirname(index))
    .map((name) => `export * from './${name}'`)
    .join('\n')

const chooser = 'virtual:choose-message'
const chooserModule = `
  import { getLocale } from ${JSON.stringify(join(generated, 'runtime.js'))}
  export const choose = (tw, en) => (inputs, options) => ((options?.locale ?? getLocale()) === 'en' ? en : tw)(inputs)`
const choice =
  /\(\(inputs(?: = \{\})?, options = \{\}\) => \{\s+const locale = [^\n]+\n\s+if \(locale === "en"\) return (\w+)\(inputs\)\n\s+return (\w+)\(inputs\)\n\}\)/

/** What pages use of the generated runtime. The rest looks for the language in cookies and addresses, which locale.ts does. */
const runtimeModule = `
  export const experimentalStaticLocale = undefined
  export let getLocale = () => 'tw'
  export const overwriteGetLocale = (read) => { getLocale = read }`

/** Moves the choice of language from each message into one function: hundreds of messages get shorter. */
export function shorten(code: string): string {
  if (!choice.test(code)) return code
  const asked = code.replace(choice, (_, en: string, tw: string) => `/* @__PURE__ */ choose(${tw}, ${en})`)
  return `import { choose } from '${chooser}'\n${asked}`
}
