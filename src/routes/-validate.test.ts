import { PageFailure } from '#client/page-failure.ts'
import { isNotFound } from '@tanstack/react-router'
import { describe, expect, it } from 'vitest'
import { validate } from './-validate.ts'

const asked = { params: { id: '7' }, search: {}, location: { pathname: '/venues/7' } }
const outcome = (rule: Parameters<typeof validate>[0]) => validate(rule)(asked).catch((error: unknown) => error)

describe('C8 a route may carry a validation rule', () => {
  it('C8 lets the visitor pass when the rule says yes', async () => {
    expect(await outcome(({ params }) => params['id'] === '7')).toBeUndefined()
  })

  it('C8 answers 404 when the rule says no', async () => {
    expect(isNotFound(await outcome(() => false))).toBe(true)
  })

  it('C8 lets the rule set another status and message, also after asking somebody', async () => {
    const failure = await outcome(async () => ({ status: 410, message: '已下架' }))
    expect(failure).toBeInstanceOf(PageFailure)
    expect((failure as PageFailure).failure).toEqual({ status: 410, message: '已下架' })
  })
})
