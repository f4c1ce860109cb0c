import { expect, it } from 'vitest'
import { isSame } from './profile-form.tsx'

it('nothing is to be saved where the same stands there, with blanks around it or not', () => {
  const saved = { name: '王小明', emergencyName: '', emergencyPhone: '0911222333' }
  expect(isSame({ ...saved, name: ' 王小明 ' }, saved)).toBe(true)
  expect(isSame({ ...saved, emergencyName: '王大明' }, saved)).toBe(false)
  expect(isSame({ ...saved, emergencyPhone: '' }, saved)).toBe(false)
})
