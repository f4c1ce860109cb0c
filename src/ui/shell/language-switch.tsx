import { m } from '#i18n/generated/messages.js'
import { getLocale } from '#i18n/generated/runtime.js'
import { htmlLang, nextLocale, withPrefix } from '#i18n/locale.ts'
import { ButtonAnchor } from '#ui/kit/button.tsx'
import { Icon } from '#ui/kit/icon.tsx'
import { useRouter, useRouterState } from '@tanstack/react-router'
import type { MouseEvent } from 'react'
import { switchLanguage } from '#ui/session/switch-language.ts'
import { isLoggedIn, useViewer } from '#ui/session/viewer.ts'

/** A real link, which works without JavaScript; with it, the page changes its language without a reload. */
export function LanguageSwitch() {
  const router = useRouter()
  const viewer = useViewer()
  const { pathname, searchStr } = useRouterState({ select: (state) => state.location })
  const other = nextLocale(getLocale())

  const change = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    void switchLanguage(router, other, isLoggedIn(viewer))
  }

  return (
    <ButtonAnchor
      look="bare"
      icon={<Icon name="language" size={20} />}
      href={withPrefix(other, pathname) + searchStr}
      hrefLang={htmlLang(other)}
      lang={htmlLang(other)}
      aria-label={m.nav_other_language_label()}
      onClick={change}
    >
      {m.nav_other_language()}
    </ButtonAnchor>
  )
}
