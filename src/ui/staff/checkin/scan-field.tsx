import { m } from '#i18n/generated/messages.js'
import { Input } from '#ui/kit/control.tsx'
import { isTyping } from '#ui/staff/kit/use-keys.ts'
import { StaffButton } from '#ui/staff/kit/staff-button.tsx'
import { useEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react'
import style from './checkin-screen.module.css'

type Props = {
  /** Somebody was checked in another way: the field is emptied when this changes. */ round: number
  onRest(text: string): void
  /** Answers whether the text stays, because there is something to choose from. */ onEnter(text: string): boolean
}

/** The list is searched when the keys rest: a scanner types 40 of them in a blink, and none of them may wait for the list. */
const restAfter = 150

/** One field for scanners, which type a code and end it with Enter, and for hands. It takes every key that nothing else wants. */
export function ScanField({ round, onRest, onEnter }: Props) {
  const field = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  const [emptied, setEmptied] = useState(round)
  if (emptied !== round) {
    setEmptied(round)
    setText('')
  }
  useEffect(() => {
    const rest = setTimeout(() => onRest(text), restAfter)
    return () => clearTimeout(rest)
  }, [text, onRest])
  useKeysFromAnywhere(field)

  function press(event: KeyboardEvent<HTMLInputElement>): void {
    // Enter that ends the composition of a Chinese character is no end of the line.
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    const typed = event.currentTarget.value.trim()
    if (typed === '' || !onEnter(typed)) setText('')
  }

  return (
    <div className={style.scan}>
      <label htmlFor="checkin-code">{m.checkin_field()}</label>
      <div className="row">
        <Input
          ref={field}
          id="checkin-code"
          className={style.field}
          value={text}
          placeholder={m.checkin_field_hint()}
          maxLength={80}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          enterKeyHint="go"
          onChange={({ target }) => setText(target.value)}
          onKeyDown={press}
        />
        {text !== '' && (
          <StaffButton icon="remove" iconOnly onClick={() => setText('')}>
            {m.checkin_clear()}
          </StaffButton>
        )}
      </div>
    </div>
  )
}

/**
 * A scanner types wherever the focus is. Letters and digits go to the field from everywhere but other fields; on a phone the
 * field is not focused by itself, because that opens the keyboard.
 */
function useKeysFromAnywhere(field: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    if (matchMedia('(pointer: fine)').matches) field.current?.focus()
    const press = (event: globalThis.KeyboardEvent) => {
      const isKey = /^[a-z0-9]$/i.test(event.key) && !event.ctrlKey && !event.metaKey && !event.altKey
      if (!isKey || isTyping(event.target) || document.querySelector('dialog[open]')) return
      field.current?.focus()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [field])
}
