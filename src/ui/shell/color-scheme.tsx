import { m } from '#i18n/generated/messages.js'
import { Icon, type IconName } from '#ui/kit/icon.tsx'
import { useMantineColorScheme, type MantineColorScheme } from '@mantine/core'
import { useHydrated } from '@tanstack/react-router'
import style from './tool.module.css'

const next: Record<MantineColorScheme, MantineColorScheme> = { auto: 'light', light: 'dark', dark: 'auto' }
const icon: Record<MantineColorScheme, IconName> = { auto: 'system', light: 'sun', dark: 'moon' }
const name: Record<MantineColorScheme, () => string> = { auto: m.scheme_auto, light: m.scheme_light, dark: m.scheme_dark }

/** System, light, dark, and round again. */
export function ColorScheme() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  // What the browser remembers is not known while rendering on the server.
  const shown = useHydrated() ? colorScheme : 'auto'
  const label = `${m.scheme_label()}: ${name[shown]()}`
  return (
    <button type="button" className={style.tool} aria-label={label} title={label} onClick={() => setColorScheme(next[shown])}>
      <Icon name={icon[shown]} size={20} />
    </button>
  )
}
