import { describe, expect, it } from 'vitest'
import { ApiProblem } from '#client/api-problem.ts'
import { clockText } from './countdown.ts'
import { refusalOf } from './use-submit.ts'

describe('why a form was refused', () => {
  it('is what the API says, with the moment at which trying again makes sense', () => {
    const problem = new ApiProblem(429, { code: 'too_many_attempts', title: '嘗試次數過多' }, new Headers({ 'retry-after': '30' }))
    expect(refusalOf(problem, 1000)).toEqual({ status: 429, code: 'too_many_attempts', title: '嘗試次數過多', errors: [], until: 31_000 })
  })

  it('is never silent: without an answer it says that there was none', () => {
    expect(refusalOf(new ApiProblem(0), 0)).toMatchObject({ code: 'no_response', title: '請求失敗，請稍後再試', until: undefined })
  })

  it('does not hide a bug', () => {
    expect(() => refusalOf(new TypeError('a bug'), 0)).toThrow('a bug')
  })
})

it('a wait reads like a clock', () => {
  expect([0, 29, 90, 3725].map(clockText)).toEqual(['0:00', '0:29', '1:30', '1:02:05'])
})
