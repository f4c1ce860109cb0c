import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { screenAt, screensFor, staffScreens } from './staff-screens.ts'

const tree = readFileSync(join(import.meta.dirname, '../pages/route-tree.gen.ts'), 'utf8')
const fullPaths = new Set([...tree.matchAll(/fullPath: '([^']+)'/g)].map(([, path]) => path!.replace(/(?<=.)\/$/, '')))
/** Below /staff, but not of the console: an invitation is opened by somebody who is not staff yet. */
const notOfTheConsole = new Set(['/staff/join'])

describe('the screens of the console', () => {
  it('are the routes below /staff, each with one row', () => {
    const routes = [...fullPaths].filter((path) => /^\/staff(\/|$)/.test(path) && !notOfTheConsole.has(path))
    expect(routes.length).toBeGreaterThan(0)
    expect(staffScreens.map(({ path }) => path).toSorted()).toEqual(routes.toSorted())
  })

  it('are each open to an administrator, and to nobody without a role', () => {
    for (const { roles } of staffScreens) expect(roles).toContain('admin')
    expect(screenAt('/staff', [])).toBeUndefined()
  })

  it('that a role may not open do not exist for it', () => {
    expect(screenAt('/staff/catalogue', ['manager'])?.path).toBe('/staff/catalogue')
    for (const role of ['desk', 'finance', 'editor'] as const) {
      expect(screenAt('/staff/catalogue', [role])).toBeUndefined()
      expect(screensFor([role]).map(({ path }) => path)).not.toContain('/staff/catalogue')
      expect(screenAt('/staff', [role])?.path).toBe('/staff')
    }
  })

  it('are found in any letter case and with a slash at the end', () => {
    expect(screenAt('/Staff/', ['admin'])?.path).toBe('/staff')
    expect(screenAt('/staffs', ['admin'])).toBeUndefined()
  })
})
