import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

/** Dialogs have one place for their buttons: `SheetActions` of the kit lays them out, the main one last. */
const root = join(import.meta.dirname, '..')
const files = globSync('src/ui/**/*.tsx', { cwd: root }).filter((file) => !file.endsWith('.test.tsx'))

const button = /<(?:Staff)?Button\b(?:[^<>]|=>|\{[^{}]*\})*>/g
/** Parts of a source from the first of these tags to its end. */
const parts = (source: string, tag: string): string[] =>
  [...source.matchAll(new RegExp(`<${tag}\\b[^]*?</${tag}>`, 'g'))].map(([part]) => part)

/** What a dialog is for, without the foot of the kit: buttons that send or fill the line, written between a dialog's tags. */
const handMade = (source: string): string[] =>
  parts(source, 'Sheet')
    .map((sheet) => sheet.replaceAll(/<SheetActions\b[^]*?(?:<\/SheetActions>|\n *\/>)/g, ''))
    .flatMap((sheet) => sheet.match(button) ?? [])
    .filter((one) => /type="submit"|\bwide\b/.test(one))

it('lays out the buttons of a dialog by the kit alone', () => {
  const withSheets = files.filter((file) => parts(readFileSync(join(root, file), 'utf8'), 'Sheet').length > 0)
  expect(withSheets.length).toBeGreaterThan(30)
  expect(withSheets.flatMap((file) => handMade(readFileSync(join(root, file), 'utf8')).map((one) => `${file}: ${one}`))).toEqual([])
})

it('opens a dialog by the kit alone, but for pictures and the review of a change, which has a table', () => {
  const own = files.filter((file) => readFileSync(join(root, file), 'utf8').includes('<dialog'))
  expect(own.toSorted()).toEqual(['src/ui/highlights/picture-viewer.tsx', 'src/ui/kit/sheet.tsx', 'src/ui/staff/kit/change-sheet.tsx'])
})

it('sees a button that a dialog lays out by itself, so that the tests above mean something', () => {
  expect(handMade('<Sheet open><form><Button type="submit" onClick={() => a}>x</Button></form></Sheet>')).toHaveLength(1)
  expect(handMade('<Sheet open><SheetActions main={<Button type="submit">x</Button>}><Button>y</Button></SheetActions></Sheet>')).toEqual(
    [],
  )
  expect(handMade('<Sheet open>text</Sheet><Button wide>x</Button>')).toEqual([])
})
