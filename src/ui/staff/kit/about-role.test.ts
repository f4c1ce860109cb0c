import { m } from '#i18n/generated/messages.js'
import { expect, it } from 'vitest'
import { aboutRole } from './about-role.ts'

it('whoever has several roles is not told of one what they may not see, and the other shows it', () => {
  expect(aboutRole('editor')).toContain(m.staff_role_limits_editor())
  expect(aboutRole('editor', ['desk', 'editor'])).toBe(m.staff_role_about_editor())
  expect(aboutRole('desk', ['desk', 'editor'])).toBe(m.staff_role_about_desk())
})
