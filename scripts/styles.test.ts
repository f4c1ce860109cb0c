import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

/** Type and spaces come from the scales of theme.css, layouts from the classes of styles.css, and screens change at three widths. */
const root = join(import.meta.dirname, '..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const withoutComments = (css: string) => css.replaceAll(/\/\*.*?\*\//gs, '')
const sheets = globSync('src/**/*.css', { cwd: root }).filter((file) => !file.endsWith('theme.css'))
const components = globSync('src/**/*.tsx', { cwd: root }).filter((file) => !file.endsWith('.test.tsx'))

const breakpoints = new Set([600, 768, 1024])
/** Sixteen hours of a day beside what they cost, and rows of what is over, need a wider desk than anything else. */
const wideDesk = ['@media (width >= 1240px) ', '@media (width < 1240px) ']
/** Sizes of letters in drawings and on receipts, which do not grow with the text of the page. */
const drawn = new Map([
  ['src/ui/venues/facility-page.module.css', wideDesk],
  ['src/ui/orders/cart-strip.module.css', wideDesk],
  ['src/ui/orders/order.module.css', wideDesk],
  ['src/ui/staff/insight/plots.module.css', ['12px']],
  ['src/ui/staff/catalogue/floor-plan.module.css', ['12.5px', '11px']],
  ['src/ui/staff/lockers/wall-plan.module.css', ['8.5px', '12px']],
  ['src/ui/staff/kit/receipt.module.css', ['1.125em', '0.875em']],
])

/** Font sizes that are not of the scale. `pt` is for paper. */
function strangeSizes(css: string): string[] {
  const sizes = [...withoutComments(css).matchAll(/\bfont-size: ([^;]+);/g)].map(([, size]) => size!)
  const fonts = [...withoutComments(css).matchAll(/(?<![\w-])font: ([^;]+);/g)].map(([, font]) => font!)
  return [
    ...sizes.filter((size) => !/^(var\(--(text-[1-8]|control-text)\)|0|inherit|[\d.]+pt)$/.test(size)),
    ...fonts.filter((font) => font !== 'inherit'),
  ]
}

/** Paddings, margins and gaps with a length that is not of the scale. Hairlines stay pixels; `mm` is for paper, `em` goes with the text. */
function strangeSpaces(css: string): string[] {
  return [...withoutComments(css).matchAll(/(?<![\w-])((?:padding|margin)(?:-[\w-]+)?|(?:row-|column-)?gap): ([^;]+);/g)]
    .filter(([, , value]) => {
      const lengths = [...value!.matchAll(/(?<![\w.-])-?([\d.]+)(rem|px|pt|ch|cm|dvh|lh)\b/g)]
      return lengths.some(([, length, unit]) => Number(length) !== 0 && !(unit === 'px' && Number(length) <= 2))
    })
    .map(([declaration]) => declaration)
}

/** Widths in media queries that are none of the three. Container queries ask for the room of one part, which is its own affair. */
function strangeWidths(source: string): string[] {
  const queries = [...source.matchAll(/@media[^{]+|matchMedia\([^)]+\)|'\(width [^']+'/g)].map(([query]) => query)
  return queries.filter((query) =>
    [...query.matchAll(/width\s*(?:[<>]=?|:)\s*([\d.]+)(\w+)/g)].some(
      ([, width, unit]) => unit !== 'px' || !breakpoints.has(Number(width)),
    ),
  )
}

const found = (look: (css: string) => string[], files: string[]) =>
  files.flatMap((file) =>
    look(read(file))
      .filter((one) => !drawn.get(file)?.includes(one))
      .map((one) => `${file}: ${one}`),
  )

it('has eight sizes of type and ten steps of space', () => {
  const theme = read('src/ui/theme.css')
  expect([...theme.matchAll(/^ {2}--text-\d: /gm)]).toHaveLength(8)
  expect([...theme.matchAll(/^ {2}--space-\d+: /gm)]).toHaveLength(10)
  expect(sheets.length).toBeGreaterThan(50)
})

it('uses no other font size', () => {
  expect(found(strangeSizes, sheets)).toEqual([])
})

it('uses no other space', () => {
  expect(found(strangeSpaces, sheets)).toEqual([])
})

it('changes at three widths of the screen', () => {
  expect(found(strangeWidths, [...sheets, ...components])).toEqual([])
})

it('sees a size, a space and a width that are not of the scales, so that the tests above mean something', () => {
  expect(strangeSizes('.a { font-size: 0.9375rem; }')).toEqual(['0.9375rem'])
  expect(strangeSizes('.a { font-size: clamp(1rem, 5vw, 2rem); font: 600 1rem var(--font); }')).toHaveLength(2)
  expect(strangeSizes('.a { font-size: var(--text-9); }')).toEqual(['var(--text-9)'])
  expect(strangeSpaces('.a { padding: var(--space-2) 0.625rem; margin-top: -3px; gap: 0 1px; }')).toEqual([
    'padding: var(--space-2) 0.625rem;',
    'margin-top: -3px;',
  ])
  expect(strangeSpaces('.a { margin: calc(var(--bar) + 1rem) 0 0; }')).toHaveLength(1)
  expect(strangeWidths('@media (width >= 900px) { } @media (width < 48rem) { } @media (width >= 768px) { }')).toHaveLength(2)
  expect(strangeWidths("matchMedia('(width < 640px)').matches")).toHaveLength(1)
})

const styles = withoutComments(read('src/ui/styles.css'))
const shared = new Set([...styles.matchAll(/(?<![\w)])\.([a-z][\w-]*)/g)].map(([, name]) => name!))
/** Names of classes that are no module's: in components by themselves and beside others, in style sheets by composition. */
const uses = [...components, ...sheets].flatMap((file) => {
  const source = read(file)
  const texts = [
    ...source.matchAll(/\bclassName="([^"]+)"/g),
    ...source.matchAll(/\bclassName=\{[^{}'"`<>=]*[?:] '([^']+)'/g),
    ...source.matchAll(/\bclassName=\{`((?:[^`$]|\$\{[^}`]*\})+)`\}/g),
    ...source.matchAll(/\bcomposes: ([\w -]+) from global/g),
  ].map(([, text]) => text!.replaceAll(/\$\{[^}]*\}/g, ' '))
  return texts.flatMap((text) => text.split(/\s+/).map((name) => ({ name, file }))).filter(({ name }) => name !== '')
})

it('defines every shared class that is used, and uses every one that is defined', () => {
  expect(uses.length).toBeGreaterThan(500)
  expect(uses.filter(({ name }) => !shared.has(name))).toEqual([])
  expect([...shared].filter((name) => !uses.some((use) => use.name === name))).toEqual([])
})
