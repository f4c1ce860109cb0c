import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'

/** A class that a component uses and its stylesheet does not define has no effect, without an error; one that nothing uses is dead code. */
const root = join(import.meta.dirname, '..')
const styles = globSync('src/**/*.module.css', { cwd: root })
const named = new Map<string, { name: string; by: string }[]>()
const wholly = new Set<string>()

for (const file of globSync('src/**/*.{ts,tsx}', { cwd: root })) {
  const source = readFileSync(join(root, file), 'utf8')
  for (const [, local, path] of source.matchAll(/^import (\w+) from '([^']+\.module\.css)'$/gm)) {
    const style = path!.startsWith('#') ? join('src', path!.slice(1)) : join(dirname(file), path!)
    const code = source.replaceAll(/^import .*$/gm, '')
    const names = [...code.matchAll(new RegExp(`\\b${local}\\.(\\w+)`, 'g'))].map(([, name]) => ({ name: name!, by: file }))
    named.set(style, [...(named.get(style) ?? []), ...names])
    if (code.includes(`${local}[`)) wholly.add(style)
  }
}
for (const file of styles) {
  const css = readFileSync(join(root, file), 'utf8')
  // Classes from global are those of styles.css.
  for (const [, names, path] of css
    .replaceAll(/composes: .* from global;/g, '')
    .matchAll(/composes: ((?:\w+ ?)+?)(?: from '([^']+)')?;/g)) {
    const style = path ? join(dirname(file), path) : file
    named.set(style, [...(named.get(style) ?? []), ...names!.split(' ').map((name) => ({ name, by: file }))])
  }
}
const withoutComments = (style: string) => readFileSync(join(root, style), 'utf8').replaceAll(/\/\*.*?\*\//gs, '')
const classesIn = (style: string) => {
  const css = withoutComments(style).replaceAll(/'[^']*'/g, '')
  return new Set([...css.matchAll(/(?<![\d\w])\.([a-zA-Z]\w*)/g)].map(([, name]) => name!))
}

it('reads the stylesheets, and the components and stylesheets that use them', () => {
  expect(styles.length).toBeGreaterThan(50)
  expect(named.get(join('src', 'ui', 'kit', 'button.module.css'))).toContainEqual({
    name: 'button',
    by: join('src', 'ui', 'kit', 'button.tsx'),
  })
})

it('defines every class that is used', () => {
  const missing = [...named].flatMap(([style, uses]) =>
    uses.filter(({ name }) => !classesIn(style).has(name)).map((use) => ({ style, ...use })),
  )
  expect(missing).toEqual([])
})

it('uses every class that is defined', () => {
  const left = styles
    .filter((style) => !wholly.has(style))
    .flatMap((style) =>
      [...classesIn(style)].filter((one) => !named.get(style)?.some(({ name }) => name === one)).map((one) => `${style}: ${one}`),
    )
  expect(left).toEqual([])
})

it('declares before it nests: a declaration after a nested rule would overrule it', () => {
  const late = globSync('src/**/*.css', { cwd: root }).flatMap((style) =>
    [...withoutComments(style).matchAll(/\}\s*(?:--)?[\w-]+:[^;{}]*;/g)].map(([text]) => `${style}: ${text.replaceAll(/\s+/g, ' ')}`),
  )
  expect(late).toEqual([])
})
