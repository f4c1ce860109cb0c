import { describe, expect, it } from 'vitest'
import { keysOf, messageModule, parseText, readMessages } from './messages.ts'

const say = async (key: string, catalogue: Parameters<typeof messageModule>[1], inputs: object, locale: 'tw' | 'en') => {
  const runtime = new URL('../src/i18n/generated/runtime.js', import.meta.url).href
  const source = messageModule(key, catalogue).replace('../runtime.js', runtime)
  const module = (await import(`data:text/javascript,${encodeURIComponent(source)}`)) as Record<string, (...args: unknown[]) => string>
  return module[key]!(inputs, { locale })
}

describe('compiling the messages', () => {
  it('says each text in its language, whatever characters it has', async () => {
    const hard = { tw: { sign: '`反引號` \\ 100% {name}' }, en: { sign: '$5 for {name}' } }
    expect(await say('sign', hard, { name: '王' }, 'tw')).toBe('`反引號` \\ 100% 王')
    expect(await say('sign', hard, { name: 'Wang' }, 'en')).toBe('$5 for Wang')
    expect(await say('sign', hard, { name: '王' }, 'de' as 'en'), 'in a language that there is not').toContain('王')
  })

  it('chooses the plural by the number, also where it is a text', async () => {
    const text = '{count} {count, plural, one {court of {hall}} other {courts of {hall}}}'
    const catalogue = { tw: { courts: '{hall} {count} 面' }, en: { courts: text } }
    expect(await say('courts', catalogue, { count: 1, hall: 'A' }, 'en')).toBe('1 court of A')
    expect(await say('courts', catalogue, { count: '1', hall: 'A' }, 'en')).toBe('1 court of A')
    expect(await say('courts', catalogue, { count: 0, hall: 'A' }, 'en')).toBe('0 courts of A')
    expect(await say('courts', catalogue, { count: 2, hall: 'A' }, 'tw')).toBe('A 2 面')
  })

  it.each([
    '{',
    '{name',
    '{na me}',
    '{count, plural, one {x}}',
    '{count, plural, one {x} other {y}',
    '{}',
    '{n, plural, one {# x} other {# y}}',
  ])('refuses %s', (text) => {
    expect(() => parseText(text)).toThrow('write {name}')
  })

  it.each(['a } b', '{name}}', '{count, plural, one {x} other {y}}}'])('refuses %s, which closes too much', (text) => {
    expect(() => parseText(text)).toThrow('} too many')
  })

  it('refuses a message that a language does not have', () => {
    expect(() => keysOf({ tw: { a: '一', b: '二' }, en: { a: 'one' } })).toThrow('do not exist in every language: b')
  })
})

/** Numbers that are 1 at times: a count, or what a centre may set to 1. */
const counts =
  'allowed asked by columns cores count courts dates days hours max months most of offered open points proxies restored rows within'
const alwaysMany = new Set(['lockers_not_drawable', 'problem_too_many_rows_detail', 'problem_too_many_points', 'staff_orders_count_more'])

it('English has no “1 bookings”: a noun after a count has both forms', () => {
  const bare = new RegExp(
    `\\{(?:${counts.replaceAll(' ', '|')})\\} (?:time |penalty |percentage |cancelled |more )?(?!as\\b|is\\b|less\\b)[a-z]+s\\b`,
  )
  const wrong = Object.entries(readMessages()['en']!).filter(([key, text]) => bare.test(text) && !alwaysMany.has(key))
  expect(wrong).toEqual([])
})
