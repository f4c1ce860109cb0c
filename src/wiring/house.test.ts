import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestService, type TestService } from '#testing/test-service.ts'
import { requireOrderKinds } from './house.ts'
import { modules, orderKinds } from './modules.ts'

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

it('no kind, link or part of an export comes from two modules', () => {
  const twice = (keys: string[]) => keys.filter((key, n) => keys.indexOf(key) !== n)
  expect(twice(modules.flatMap((module) => Object.keys(module.orderKinds)))).toEqual([])
  expect(twice(modules.flatMap((module) => Object.keys(module.provides)))).toEqual([])
  expect(twice(modules.flatMap((module) => Object.keys(module.member.exports)))).toEqual([])
})
