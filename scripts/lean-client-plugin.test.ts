import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { withOneImporter, withoutNames } from './lean-client-plugin.ts'

it('turns the children of routes into lists, with every route of the tree in its place', () => {
  const tree = readFileSync(join(import.meta.dirname, '../src/pages/route-tree.gen.ts'), 'utf8')
  const lean = withoutNames(tree)
  const children = [...tree.matchAll(/^const \w+Children: \w+ = \{\n([^}]*)\n\}/gm)].map(([, entries]) =>
    [...entries!.matchAll(/^ {2}\w+: (\w+),?$/gm)].map(([, route]) => route!),
  )
  expect(children.flat().length).toBeGreaterThan(40)
  for (const routes of children) expect(lean).toContain(`[${routes.join(', ')}]`)
  expect(lean).not.toMatch(/Children(?:: \w+)? = \{/)
  // What the transform of TypeScript leaves of it.
  expect(withoutNames('const rootRouteChildren = {\n\tIndexRoute,\n\tMemberRoute: MemberRouteWithChildren\n};')).toBe(
    'const rootRouteChildren = [IndexRoute, MemberRouteWithChildren];',
  )
})

it('imports a file of a route by one function, and another file by another', () => {
  const code = `const $$splitComponentImporter = () => import('a.tsx?tsr-split=component---loader');
const $$splitLoaderImporter = () => import('a.tsx?tsr-split=component---loader');
const $$splitErrorComponentImporter = () => import('a.tsx?tsr-split=errorComponent');`
  expect(withOneImporter(code)).toBe(`const $$splitComponentImporter = () => import('a.tsx?tsr-split=component---loader');
const $$splitLoaderImporter = $$splitComponentImporter;
const $$splitErrorComponentImporter = () => import('a.tsx?tsr-split=errorComponent');`)
})
