import { describe, expect, it } from 'vitest'
import { keysOf, messageModule, parseText } from './messages.ts'

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
  })

  it('chooses the plural by the number, also where it is a text', async () => {
    const text = '{count} {count, plural, one {court of {hall}} other {courts of {hall}}}'
    const catalogue = { tw: { courts: '{hall} {count} 面' }, en: { courts: text } }
    expect(await say('courts', catalogue, { count: 1, hall: 'A' }, 'en')).toBe('1 court of A')
    expect(await say('courts', catalogue, { count: '1', hall: 'A' }, 'en')).toBe('1 court of A')
    expect(await say('courts', catalogue, { count: 0, hall: 'A' }, 'en')).toBe('0 courts of A')
    expect(await say('courts', catalogue, { count: 2, hall: 'A' }, 'tw')).toBe('A 2 面')
  })

  it.each(['{', '{name', '{na me}', '{count, plural, one {x}}', '{count, plural, one {x} other {y}', '{}'])('refuses %s', (text) => {
    expect(() => parseText(text)).toThrow('write {name}')
  })

  it('refuses a message that a language does not have', () => {
    expect(() => keysOf({ tw: { a: '一', b: '二' }, en: { a: 'one' } })).toThrow('in one language only: b')
  })
})
