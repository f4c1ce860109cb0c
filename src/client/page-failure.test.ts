import { describe, expect, it } from 'vitest'
import { ApiProblem } from './api-problem.ts'
import { failureOf, isExpected, PageFailure } from './page-failure.ts'

describe('C9 what an error page tells', () => {
  it.each([
    [new Error('password of the database'), { status: 500 }],
    ['a text', { status: 500 }],
    [new PageFailure({ status: 410, message: 'gone' }), { status: 410, message: 'gone' }],
    [new ApiProblem(403, { requestId: 'r-1', title: 'secret' }), { status: 403, requestId: 'r-1' }],
    [new ApiProblem(404), { status: 404 }],
    [new ApiProblem(422), { status: 500 }],
    // Such as /staff/board?day=x.
    [new ApiProblem(422, { code: 'invalid_query' }), { status: 404 }],
    [new ApiProblem(0), { status: 503 }],
  ])('C9 %s', (error, expected) => {
    expect(failureOf(error)).toEqual(expected)
  })

  it('C9 a refusal needs no entry in the log, a bug does', () => {
    expect(isExpected(new ApiProblem(404))).toBe(true)
    expect(isExpected(new Error('bug'))).toBe(false)
  })
})
