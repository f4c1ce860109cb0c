import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { splitConsole, withOneImporter, withoutIdentity, withoutNames, withoutPath, withShortPlaces } from './lean-client-plugin.ts'

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

it('gives every route of the tree its id, path and parent by one function', () => {
  const tree = readFileSync(join(import.meta.dirname, '../src/pages/route-tree.gen.ts'), 'utf8')
  const routes = [
    ...tree.matchAll(/^const \w+ = (\w+)\.update\(\{\n {2}id: ('.+'),\n {2}path: ('.+'),\n {2}getParentRoute: \(\) => (\w+),/gm),
  ]
  expect(routes.length).toBeGreaterThan(50)
  const lean = withShortPlaces(tree)
  expect(lean.match(/\.update\(/g)).toHaveLength(1)
  for (const [, route, id, path, parent] of routes)
    expect(lean).toContain(
      `placed(${route}, ${parent === 'rootRouteImport' ? parent : `${parent}Import`}, ${id}${path === id ? '' : `, ${path}`})`,
    )
  // What the transform of TypeScript leaves of it.
  expect(withShortPlaces('const A = AImport.update({\n\tid: "/a",\n\tpath: "/a",\n\tgetParentRoute: () => B\n});')).toContain(
    'const A = placed(AImport, BImport, "/a");',
  )
})

it('leaves the path of a route to the tree', () => {
  expect(withoutPath('const Route = createFileRoute("/staff/till")({ a })')).toBe('const Route = createFileRoute()({ a })')
})

it('leaves out a search that is taken as it is, and no other', () => {
  expect(withoutIdentity('x({ validateSearch: (search) => search, loader: a })')).toBe('x({ loader: a })')
  const other = 'x({ validateSearch: (search) => view(search), loader: a })'
  expect(withoutIdentity(other)).toBe(other)
})

it('imports a file of a route by one function, and another file by another', () => {
  const code = `const $$splitComponentImporter = () => import('a.tsx?tsr-split=component---loader');
const $$splitLoaderImporter = () => import('a.tsx?tsr-split=component---loader');
const $$splitErrorComponentImporter = () => import('a.tsx?tsr-split=errorComponent');
use($$splitLoaderImporter, $$splitComponentImporter, $$splitErrorComponentImporter)`
  expect(withOneImporter(code)).toBe(`const $$splitComponentImporter = () => import('a.tsx?tsr-split=component---loader');
const $$splitErrorComponentImporter = () => import('a.tsx?tsr-split=errorComponent');
use($$splitComponentImporter, $$splitComponentImporter, $$splitErrorComponentImporter)`)
})

it('takes the console’s routes out of the members’ tree, each of them, and adds them in a file of their own', () => {
  const tree = readFileSync(join(import.meta.dirname, '../src/pages/route-tree.gen.ts'), 'utf8')
  const files = [...tree.matchAll(/from '(\.\/\.\.\/routes\/staff\/(?!route').+)'/g)].map(([, file]) => file!)
  expect(files.length).toBeGreaterThan(30)
  const { members, console } = splitConsole(withShortPlaces(withoutNames(tree)))
  for (const file of files) {
    expect(members).not.toContain(`'${file}'`)
    expect(console).toContain(`'${file}'`)
  }
  expect(members).toContain("from './../routes/staff/route'")
  expect(members).toContain("from './../routes/staff_.join'")
  expect(console.match(/=\s+placed\(/g)).toHaveLength(files.length)
  const [, children] = /_addFileChildren\(\[([^\]]*)\]\)/.exec(console)!
  expect(children!.split(',')).toHaveLength(files.length)
  expect(() => splitConsole(members)).toThrow('/staff')
})
