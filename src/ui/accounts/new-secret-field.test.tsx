import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { overwriteGetLocale } from '#i18n/generated/runtime.js'
import { NewSecretField } from './new-secret-field.tsx'

const shown = (value: string, error?: string) => {
  overwriteGetLocale(() => 'tw')
  return renderToStaticMarkup(<NewSecretField name="secret" label="密碼" value={value} error={error} onChange={() => {}} />)
}

it('gives advice and counts while nothing is wrong, and leaves the word to the error when something is', () => {
  expect(shown('')).toContain('至少 10 個字')
  expect(shown('aaaaaaaaaaaa')).toContain('長度足夠')
  const wrong = shown('aaaaaaaaaaaa', '這個密碼太常見，請換一個')
  expect(wrong).toContain('這個密碼太常見，請換一個')
  expect(wrong).not.toContain('長度足夠')
  expect(wrong).not.toContain('至少 10 個字')
})
