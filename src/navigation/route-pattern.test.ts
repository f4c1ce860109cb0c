import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { patterns, routePattern } from './route-pattern.ts'

const tree = readFileSync(join(import.meta.dirname, '../pages/route-tree.gen.ts'), 'utf8')
const fullPaths = new Set([...tree.matchAll(/fullPath: '([^']+)'/g)].map(([, path]) => path!.replace(/(?<=.)\/$/, '')))

describe('the pattern of a page', () => {
  it('is known for every page', () => expect(new Set(patterns)).toEqual(fullPaths))

  it.each([
    ['/', '/'],
    ['/en', '/'],
    ['/en/venues/12', '/venues/$id'],
    ['/venues/', '/venues'],
    ['/resetPKey/eyJhbGciOi.J9.x', '/resetpkey/$token'],
    ['/tw/RESETPKEY/abc', '/resetpkey/$token'],
    ['/member/order/schedule/P-1', '/member/order/schedule/$id'],
    ['/member/order/schedule/create', '/member/order/schedule/create'],
    ['/resetPKeyy/secret', '(no page)'],
    ['/resetpkey/a/secret', '(no page)'],
  ])('%s is %s', (path, pattern) => expect(routePattern(path)).toBe(pattern))
})
