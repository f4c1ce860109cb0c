import { m } from '#i18n/generated/messages.js'
import { getLocale } from '#i18n/generated/runtime.js'
import { languages, locales, type Locale } from '#i18n/languages.ts'
import { chooseScheme, useScheme, type Scheme } from '#ui/kit/color-scheme.ts'
import { SegmentedControl } from '#ui/kit/segmented-control.tsx'
import { switchLanguage } from '#ui/session/switch-language.ts'
import { useHydrated, useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'

const choices = locales.map((value) => ({ value, label: languages[value].name, lang: languages[value].htmlLang }))

// A language switch renders the page anew; the radio button that caused it has to receive the focus again.
let justSwitched = false

/** Language of the account; the page follows at once. */
export function LanguageChoice() {
  const router = useRouter()
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (justSwitched) box.current?.querySelector<HTMLElement>(':checked')?.focus()
    justSwitched = false
  }, [])
  const change = (locale: Locale) => {
    justSwitched = true
    void switchLanguage(router, locale, true)
  }
  return (
    <div ref={box}>
      <SegmentedControl
        legend={m.nav_language()}
        hint={m.setting_language_hint()}
        value={getLocale()}
        options={choices}
        onChange={change}
      />
    </div>
  )
}

/** Colour scheme, stored in this browser. */
export function AppearanceChoice() {
  const scheme = useScheme()
  // The stored choice is unknown while rendering on the server, so it is shown after hydration.
  const shown = useHydrated() ? scheme : 'auto'
  const schemes = [
    { value: 'auto', label: m.scheme_auto(), icon: 'system' },
    { value: 'light', label: m.scheme_light(), icon: 'sun' },
    { value: 'dark', label: m.scheme_dark(), icon: 'moon' },
  ] as const
  return (
    <SegmentedControl<Scheme>
      legend={m.scheme_label()}
      hint={m.setting_appearance_hint()}
      value={shown}
      options={schemes}
      onChange={chooseScheme}
    />
  )
}
