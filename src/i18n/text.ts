import { ownValue } from '#lib/own-value.ts'
import * as messages from './generated/messages.js'
import type { Locale } from './locale.ts'

/** A message without values. */
export type Message = (given?: Record<string, never>, options?: { locale?: Locale }) => string

type Texts = Record<string, ((params: Record<string, unknown>, options: { locale: Locale }) => string) | undefined>
const texts = messages as unknown as Texts

/** A message by a key that is only known at run time, such as a problem's code. */
export function text(key: string, locale: Locale, params: Record<string, unknown> = {}): string | undefined {
  return ownValue(texts, key)?.(params, { locale })
}
