import { useEffect, useRef } from 'react'

/** Whether a key pressed there is text that somebody types. A letter means nothing to a checkbox or a radio button. */
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName) || target.isContentEditable) &&
  !(target instanceof HTMLInputElement && ['checkbox', 'radio'].includes(target.type))

/**
 * Keys of a screen, by `KeyboardEvent.key` in lower case: letters that do something wherever the focus is, but not while somebody
 * types, while a sheet is open, or together with Ctrl, Alt or Meta. An action that answers false had nothing to do: the key goes on to
 * whatever else listens to it.
 */
export function useKeys(keys: Readonly<Record<string, (() => unknown) | undefined>>): void {
  const current = useRef(keys)
  useEffect(() => {
    current.current = keys
  })
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || event.repeat) return
      if (isTyping(event.target) || document.querySelector('dialog[open]')) return
      const key = event.key.toLowerCase()
      const action = Object.hasOwn(current.current, key) ? current.current[key] : undefined
      if (action && action() !== false) event.preventDefault()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}
