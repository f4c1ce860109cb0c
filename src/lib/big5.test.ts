import { describe, expect, it } from 'vitest'
import { encodeBig5, isInBig5 } from './big5.ts'

const hex = (text: string) => Buffer.from(encodeBig5(text)).toString('hex')

describe('Big5', () => {
  it('has the bytes that Windows writes', () => {
    expect(hex('中文')).toBe('a4a4a4e5')
    expect(hex('許功蓋')).toBe('b35ca55cbb5c')
    expect(hex('A 1,')).toBe('4120312c')
    expect(hex('碁')).toBe('f9d6')
    expect(hex('十')).toBe('a451')
  })

  it('is read back as it was written', () => {
    const text = '臺北市立國民運動中心　王大明（羽球）、NT$300'
    expect(new TextDecoder('big5').decode(encodeBig5(text))).toBe(text)
  })

  it('lacks what other alphabets and newer names have, and says so', () => {
    expect(['喆', '堃', 'あ', 'é', '😀', '𠮷'].filter((one) => isInBig5(one))).toEqual([])
    expect(() => encodeBig5('王喆')).toThrow('喆')
  })
})
