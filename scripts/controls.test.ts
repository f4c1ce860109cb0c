import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

/** What is pressed, ticked, chosen or typed into is written once, in ui/kit: one height, one focus, one way to be wrong and disabled. */
const root = join(import.meta.dirname, '..')
const isKit = /^src\/ui\/(staff\/)?kit\//
const files = globSync('src/{ui,routes}/**/*.tsx', { cwd: root }).filter((file) => !file.endsWith('.test.tsx'))

/** Parts that are drawn as what they stand for, each with its reason; how many of them a file has at most. */
const drawn: Record<string, [count: number, why: string]> = {
  'src/ui/availability/court-choice.tsx': [1, 'a court that is offered, in the colours of the grid'],
  'src/ui/availability/time-choice.tsx': [2, 'times that are offered, in the colours of the grid'],
  'src/ui/availability/week-strip.tsx': [3, 'an hour of a week, in the shade of what is free'],
  'src/ui/feedback/star-field.tsx': [1, 'a star'],
  'src/ui/highlights/picture-viewer.tsx': [3, 'stands on a picture, dark in both schemes'],
  'src/ui/orders/cart-strip.tsx': [1, 'the sum of the cart, which opens it'],
  'src/ui/preorders/held-lines.tsx': [1, 'a date of a line, in the colour of its state'],
  'src/ui/preorders/line-card.tsx': [1, 'a date of a line, in the colour of its state'],
  'src/ui/staff/catalogue/pictures-tab.tsx': [1, 'the focal point of a picture'],
  'src/ui/staff/counter/floor-grid.tsx': [1, 'a cell of a grid'],
  'src/ui/staff/kit/data-table.tsx': [1, 'the head of a column that sorts'],
  'src/ui/venues/picture-strip.tsx': [2, 'stands on a picture, dark in both schemes'],
}

/** Elements of forms that the file writes itself. What is hidden is not seen. */
const controlsIn = (source: string): string[] =>
  [...source.matchAll(/<(input|select|textarea|button)\b(?:[^>]|=>)*/g)]
    .filter(([tag]) => !/type="hidden"|\bhidden\b/.test(tag))
    .map(([, name]) => name!)

it('writes no control outside the kit, but for those that are drawn as what they stand for', () => {
  expect(files.length).toBeGreaterThan(300)
  const written = files
    .filter((file) => !isKit.test(file) || file in drawn)
    .map((file) => [file, controlsIn(readFileSync(join(root, file), 'utf8')).length] as const)
    .filter(([, count]) => count > 0)
  expect(written.filter(([file, count]) => count > (drawn[file]?.[0] ?? 0))).toEqual([])
  expect(
    Object.keys(drawn).filter((file) => !written.some(([one]) => one === file)),
    'files of the list that write none',
  ).toEqual([])
})

const sheets = globSync('src/ui/**/*.css', { cwd: root }).filter((file) => !file.startsWith('src/ui/kit/'))

/** Rules that draw a text field of their own: a border of one, and its ground. */
const fieldRulesIn = (css: string): string[] =>
  [...css.matchAll(/(?:^|[\s&.>])(?:input|select|textarea)(?:\[[^\]]*\])?[^{},]*\{([^{}]*)/g)]
    .filter(([, rule]) => /border: 1px solid|min-height:|accent-color/.test(rule!))
    .map(([all]) => all.trim())

it('styles no text field, choice or tick box outside the kit', () => {
  expect(sheets.flatMap((file) => fieldRulesIn(readFileSync(join(root, file), 'utf8')).map((rule) => `${file}: ${rule}`))).toEqual([])
})

it('sees a control and a style of one, so that the tests above mean something', () => {
  expect(controlsIn('<label><input type="checkbox" onChange={() => a > b} /></label><button type="button">x</button>')).toEqual([
    'input',
    'button',
  ])
  expect(controlsIn('<Input /><Button /><input type="hidden" name="a" /><input type="text" readOnly hidden />')).toEqual([])
  expect(fieldRulesIn('.a {\n  & input {\n    min-height: 2.5rem;\n  }\n}')).toHaveLength(1)
  expect(fieldRulesIn('.a {\n  & input {\n    width: 4rem;\n    text-align: right;\n  }\n}')).toEqual([])
})
