import { describe, expect, it, vi } from 'vitest'
import { ApiProblem } from '#client/api-problem.ts'
import { clockText } from './countdown.ts'
import { refusalOf } from './use-submit.ts'

describe('why a form was refused', () => {
  it('is what the API says, with the moment at which trying again makes sense', () => {
    const problem = new ApiProblem(429, { code: 'too_many_attempts', title: '嘗試次數過多' }, new Headers({ 'retry-after': '30' }))
    expect(refusalOf(problem, 1000)).toEqual({
      status: 429,
      code: 'too_many_attempts',
      title: '嘗試次數過多',
      errors: [],
      until: 31_000,
      more: { code: 'too_many_attempts', title: '嘗試次數過多' },
    })
  })

  it('is never silent: without an answer it says that nothing typed is lost, and whether the network is gone', () => {
    const title = () => refusalOf(new ApiProblem(0), 0).title
    expect(refusalOf(new ApiProblem(0), 0)).toMatchObject({ code: 'no_response', until: undefined })
    expect(title()).toBe('連不上系統，您填的資料還在，請稍後再送出一次。')
    vi.stubGlobal('navigator', { onLine: false })
    expect(title()).toBe('目前沒有網路，您填的資料還在，連線後再送出一次。')
    vi.unstubAllGlobals()
  })

  it('does not hide a bug', () => {
    expect(() => refusalOf(new TypeError('a bug'), 0)).toThrow('a bug')
  })
})

it('a wait reads like a clock', () => {
  expect([0, 29, 90, 3725].map(clockText)).toEqual(['0:00', '0:29', '1:30', '1:02:05'])
})
