import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'

/**
 * Dialogs have one place for their buttons: `SheetActions` of the kit lays them out, the main one last. Read are what stands between
 * the tags of a dialog, and the components that are shown there, each where it is written.
 */
const root = join(import.meta.dirname, '..')
const files = globSync('src/ui/**/*.tsx', { cwd: root }).filter((file) => !file.endsWith('.test.tsx'))
const sources = new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]))

/** Steps of the login, which pages show as well: they look there and in a dialog as on a page. */
const stepsOfPages = new Set(
  ['add-factor', 'confirm-secret', 'prove-factor', 'recovery-code-list'].map((name) => `src/ui/accounts/${name}.tsx`),
)

/** Parts of a source from the first of these tags to its end. */
const parts = (source: string, tag: string): string[] =>
  [...source.matchAll(new RegExp(`<${tag}\\b[^]*?</${tag}>`, 'g'))].map(([part]) => part)

const componentsIn = (source: string): { name: string; text: string }[] =>
  source.split(/\n\n(?=\S)/).flatMap((text) => {
    const name = /^(?:export )?(?:function|const) ([A-Z]\w*)/m.exec(text)?.[1]
    return name === undefined ? [] : [{ name, text }]
  })

/** Dialogs in a source file: the kit's, and components of its own that put their children into a dialog of the kit. */
function dialogsIn(source: string): string[] {
  const around = componentsIn(source).filter(({ text }) => parts(text, 'Sheet').some((part) => part.includes('{children}')))
  return ['Sheet', ...around.map(({ name }) => name)].flatMap((tag) => parts(source, tag))
}

const withoutFoot = (part: string): string => part.replaceAll(/<SheetActions\b[^]*?(?:<\/SheetActions>|\n *\/>|\} \/>)/g, '')

const button = /<(?:Staff)?Button\b(?:[^<>]|=>|\{[^{}]*\})*>/g
/** What a dialog is for and the ways out of it, without the foot of the kit: buttons that send, fill the line or leave. */
const handMade = (part: string): string[] =>
  (withoutFoot(part).match(button) ?? []).filter((one) => /type="submit"|\bwide\b|onClick=\{on(?:Close|Back|Cancel)\}/.test(one))

/** Where a component is written that is named in a file. */
function written(file: string, name: string): { file: string; text: string } | undefined {
  const own = componentsIn(sources.get(file)!).find((one) => one.name === name)
  if (own) return { file, text: own.text }
  const from = new RegExp(`import \\{[^}]*\\b${name}\\b[^}]*\\} from '([^']+)'`).exec(sources.get(file)!)?.[1] ?? ''
  const other = from.startsWith('.') ? join(dirname(file), from) : from.replace('#ui/', 'src/ui/')
  const text = componentsIn(sources.get(other) ?? '').find((one) => one.name === name)?.text
  return text === undefined ? undefined : { file: other, text }
}

/** Everything that dialogs show, by `file component`, with its text. */
function shownInDialogs(): Map<string, string> {
  const shown = new Map<string, string>()
  const follow = (file: string, part: string): void => {
    for (const [, name] of withoutFoot(part).matchAll(/<([A-Z]\w*)/g)) {
      const found = name === 'Sheet' ? undefined : written(file, name!)
      const key = `${found?.file} ${name}`
      if (!found || shown.has(key)) continue
      shown.set(key, found.text)
      follow(found.file, found.text)
    }
  }
  for (const [file, source] of sources)
    for (const [n, part] of dialogsIn(source).entries()) {
      shown.set(`${file} ${n}`, part)
      follow(file, part)
    }
  return shown
}

it('lays out the buttons of a dialog by the kit alone', () => {
  const shown = [...shownInDialogs()].filter(([key]) => !stepsOfPages.has(key.split(' ')[0]!))
  expect(shown.length).toBeGreaterThan(120)
  expect(shown.map(([key]) => key)).toEqual(
    expect.arrayContaining(['src/ui/staff/board/cancel-form.tsx CancelForm', 'src/ui/staff/points/outage-form.tsx OutageForm']),
  )
  expect(shown.flatMap(([key, text]) => handMade(text).map((one) => `${key}: ${one}`))).toEqual([])
})

it('opens a dialog by the kit alone, but for pictures and the review of a change, which has a table', () => {
  const own = files.filter((file) => sources.get(file)!.includes('<dialog'))
  expect(own.toSorted()).toEqual(['src/ui/highlights/picture-viewer.tsx', 'src/ui/kit/sheet.tsx', 'src/ui/staff/kit/change-sheet.tsx'])
})

it('sees a button that a dialog lays out by itself, so that the tests above mean something', () => {
  const seen = (source: string) => dialogsIn(source).flatMap(handMade)
  expect(seen('<Sheet open><form><Button type="submit" onClick={() => a}>x</Button></form></Sheet>')).toHaveLength(1)
  expect(seen('<Sheet open><SheetActions main={<Button type="submit">x</Button>}><Button>y</Button></SheetActions></Sheet>')).toEqual([])
  expect(seen('<Sheet open>text</Sheet><Button wide>x</Button>')).toEqual([])
  const frame = 'function Frame({ children }) {\n  return <Sheet open>{children}</Sheet>\n}'
  expect(seen(`<Frame><Button wide>x</Button></Frame>\n\n${frame}`)).toHaveLength(1)
})
