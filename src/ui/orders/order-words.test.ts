import { expect, it } from 'vitest'
import { overwriteGetLocale } from '#i18n/generated/runtime.js'
import { closedWord } from './order-words.ts'

it('calls the end of an order by what ended it', () => {
  overwriteGetLocale(() => 'tw')
  expect((['cancelled', 'venue-cancelled', 'expired', 'completed'] as const).map(closedWord)).toEqual([
    '取消時間',
    '取消時間',
    '失效時間',
    '結束時間',
  ])
})
