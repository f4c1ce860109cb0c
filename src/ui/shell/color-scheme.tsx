import { m } from '#i18n/generated/messages.js'
import { chooseScheme, useScheme, type Scheme } from '#ui/kit/color-scheme.ts'
import { IconButton } from '#ui/kit/icon-button.tsx'
import type { IconName } from '#ui/kit/icon.tsx'
import { useHydrated } from '@tanstack/react-router'

const next: Record<Scheme, Scheme> = { auto: 'light', light: 'dark', dark: 'auto' }
const icon: Record<Scheme, IconName> = { auto: 'system', light: 'sun', dark: 'moon' }
const name: Record<Scheme, () => string> = { auto: m.scheme_auto, light: m.scheme_light, dark: m.scheme_dark }

/** Button that cycles through the colour schemes: system, light, dark. */
export function ColorScheme() {
  const scheme = useScheme()
  // The stored choice is unknown while rendering on the server, so it is shown after hydration.
  const shown = useHydrated() ? scheme : 'auto'
  const label = `${m.scheme_label()}: ${name[shown]()}`
  return <IconButton icon={icon[shown]} size={20} label={label} title={label} onClick={() => chooseScheme(next[shown])} />
}
