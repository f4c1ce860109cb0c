import { afterAll, beforeAll, expect, it } from 'vitest'
import { ExportAnswer } from '#modules/accounts/wire.ts'
import { defaultSettings } from '#modules/settings/rules.ts'
import { openCatalogues } from '#modules/venues/catalogue.ts'
import { openTestService, type TestService } from '#testing/test-service.ts'
import { requireOrderKinds } from './house.ts'
import { links, modules, orderKinds } from './modules.ts'

let service: TestService
beforeAll(async () => {
  service = await openTestService()
})
afterAll(() => service.close())

it('every kind of order that the database allows is sold by a module', async () => {
  await expect(requireOrderKinds(service.db, orderKinds)).resolves.toBeUndefined()
})

it('a process does not start with orders that no module settles', async () => {
  const { locker, ...others } = orderKinds
  expect(locker).toBeDefined()
  await expect(requireOrderKinds(service.db, others)).rejects.toThrow('No module sells orders of the kind locker.')
})

it('no kind, link, letter, kind of old data or part of an export comes from two modules', () => {
  const twice = (keys: string[]) => keys.filter((key, n) => keys.indexOf(key) !== n)
  const { db, tokens, clock } = service
  const needs = { db, tokens, publicUrl: 'https://centre.example', catalogues: openCatalogues(db), links }
  const retaining = { db, now: clock.now(), retention: defaultSettings.retention, ago: () => clock.now() }
  const all = {
    kinds: modules.flatMap((module) => Object.keys(module.orderKinds)),
    links: modules.flatMap((module) => Object.keys(module.provides)),
    letters: modules.flatMap((module) => Object.keys(module.letters(needs))),
    retention: modules.flatMap((module) => Object.keys(module.retention(retaining))),
    searches: modules.flatMap((module) => module.searches(needs).map(({ kind }) => kind)),
    files: modules.flatMap((module) => Object.keys(module.files.uses)),
    checks: modules.flatMap((module) => module.checks.map(({ subject }) => subject)),
    exports: [...Object.keys(ExportAnswer.shape), ...modules.flatMap((module) => Object.keys(module.member.exports))],
  }
  for (const [what, keys] of Object.entries(all)) {
    expect(keys.length, what).toBeGreaterThan(0)
    expect(twice(keys), what).toEqual([])
  }
})
