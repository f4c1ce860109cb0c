import { describe, expect, it } from 'vitest'
import { cyclesIn } from './cycles.ts'

const cycles = (files: Record<string, string>) => cyclesIn(new Map(Object.entries(files))).map(({ why }) => why)

describe('cycles of imports', () => {
  it('are refused, and every file of the cycle is named', () => {
    expect(cycles({ 'lib/a.ts': `import './b.ts'`, 'lib/b.ts': `import './c.ts'`, 'lib/c.ts': `import './a.ts'` })).toEqual([
      expect.stringMatching(/^files import in a cycle: (lib\/[abc]\.ts > ){3}lib\/[abc]\.ts$/),
    ])
  })

  it.each([[`import type { B } from './b.ts'`], [`export type { B } from './b.ts'`], [`const late = () => import('./b.ts')`]])(
    'are refused when they close by %s',
    (code) => {
      expect(cycles({ 'lib/a.ts': code, 'lib/b.ts': `import { a } from './a.ts'` })).toHaveLength(1)
    },
  )

  it('are told by the shortest way round', () => {
    const files = {
      'lib/a.ts': `import './b.ts'`,
      'lib/b.ts': `import './c.ts'`,
      'lib/c.ts': `import './a.ts'; import './d.ts'`,
      'lib/d.ts': `import './c.ts'`,
    }
    expect(cycles(files)).toEqual([expect.stringMatching(/cycle: lib\/([cd])\.ts > lib\/[cd]\.ts > lib\/\1\.ts$/)])
  })

  it('are one breach for each group of files that import each other', () => {
    const pair = (x: string, y: string) => ({ [`lib/${x}.ts`]: `import './${y}.ts'`, [`lib/${y}.ts`]: `import './${x}.ts'` })
    expect(cycles({ ...pair('a', 'b'), ...pair('c', 'd') })).toHaveLength(2)
  })

  it('are not: two ways to the same file, a package, and the generated route tree', () => {
    expect(
      cycles({
        'lib/a.ts': `import './b.ts'; import './c.ts'; import 'zod'`,
        'lib/b.ts': `import './d.ts'`,
        'lib/c.ts': `import './d.ts'`,
        'lib/d.ts': `export const d = 1`,
        'pages/router.tsx': `import './route-tree.gen.ts'`,
        'pages/route-tree.gen.ts': `import type { getRouter } from './router.tsx'`,
      }),
    ).toEqual([])
  })
})
