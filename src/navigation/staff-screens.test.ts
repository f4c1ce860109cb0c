import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { isStaffTopic, mayListen, screenAt, screensFor, staffScreens, topicsOf, type ScreenRole } from './staff-screens.ts'

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

const topicNames = [...new Set(staffScreens.flatMap(({ topics = {} }) => Object.keys(topics)))]
const everybody: ScreenRole[] = ['admin', 'manager', 'desk', 'finance', 'editor']
const listenersOf = (topic: string) => everybody.filter((role) => mayListen([role], topic))

describe('the topics of the live stream', () => {
  it('are open to the roles whose screens show them, and to no other', () => {
    const listeners = Object.fromEntries(topicNames.filter(isStaffTopic).map((topic) => [topic, listenersOf(topic).join()]))
    expect({ ...listeners, floor: listenersOf('floor:1').join(), 'floor of a day': listenersOf('floor:1:2026-11-18').join() }).toEqual({
      audit: 'admin,manager',
      bookings: 'admin,manager,desk,finance',
      catalogue: 'admin,manager',
      content: 'admin,manager,editor',
      desk: 'admin,manager,desk',
      discrepancies: 'admin,finance',
      floor: 'admin,manager,desk',
      'floor of a day': 'admin,manager,desk',
      invoices: 'admin,finance',
      messages: 'admin,manager',
      people: 'admin,manager,desk',
      points: 'admin,manager',
      refunds: 'admin,manager,desk,finance',
      staff: 'admin',
      tickets: 'admin,manager,desk',
      tills: 'admin,manager,desk,finance',
      waiting: everybody.join(),
    })
  })

  it('are no others: nobody may listen to what no screen shows', () => {
    for (const rubbish of ['', 'floor', 'floor:', 'floor:0', 'floor:1:', 'floor:1:2026-1-1', 'bookings:1', 'nothing', 'constructor', '*']) {
      expect(isStaffTopic(rubbish), rubbish).toBe(false)
      expect(listenersOf(rubbish), rubbish).toEqual([])
    }
  })

  it.each([
    ['order', 'bookings desk'],
    ['closure', 'bookings desk'],
    ['member', 'people points staff'],
    ['invitation', 'staff'],
    ['transfers', 'refunds'],
    ['setting', 'catalogue'],
    ['report', 'tickets'],
    ['locker', ''],
  ])('that an action on a %s announces: %s, and that the log has grown and something may wait', (kind, topics) => {
    const announced = new Set(topicsOf([kind]))
    expect(announced.delete('audit') && announced.delete('waiting')).toBe(true)
    expect([...announced].toSorted().join(' ')).toBe(topics)
  })

  it('are announced by subjects that the audit log has', () => {
    const kinds = staffScreens.flatMap(({ topics = {} }) => Object.values(topics).flatMap((by) => (by === 'every' ? [] : by)))
    const root = join(import.meta.dirname, '../modules')
    const sources = globSync('**/*.ts', { cwd: root }).filter((file) => !file.includes('.test.'))
    const text = sources.map((file) => readFileSync(join(root, file), 'utf8')).join('\n')
    expect(kinds.filter((kind) => !text.includes(`'${kind}'`))).toEqual([])
  })
})
