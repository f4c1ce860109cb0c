import { TextField } from '#ui/kit/field.tsx'
import { useEffect, useLayoutEffect, type ComponentProps, type RefObject } from 'react'
import { setDraft, textFields, useRegisterDraft, type RegisterDraft, type TextFieldName } from './register-draft.ts'

export type SectionProps = { errorAt(path: string): string | undefined }

type Props = Omit<ComponentProps<typeof TextField>, 'id' | 'name' | 'value' | 'onChange' | 'error'> & SectionProps & { name: TextFieldName }

/** A text that the draft keeps. */
export function DraftField({ name, errorAt, ...field }: Props) {
  const value = useRegisterDraft((draft) => draft[name])
  return (
    <TextField
      {...field}
      id={`register-${name}`}
      name={name}
      error={errorAt(name)}
      value={value}
      onChange={(event) => setDraft({ [name]: event.target.value })}
    />
  )
}

// The server renders without layout; only the browser has typed text to save.
const useBeforePaint = typeof document === 'undefined' ? useEffect : useLayoutEffect

/**
 * What was typed before the page's code arrived goes into the draft. It is read at once, before a render could clear it,
 * and written after the kept draft has been restored: writing earlier would overwrite that one.
 */
export function useAdoptTyped(form: RefObject<HTMLFormElement | null>): void {
  useBeforePaint(() => {
    const typed = typedIn(form.current)
    if (Object.keys(typed).length === 0) return
    const timer = setTimeout(() => setDraft(typed))
    return () => clearTimeout(timer)
  }, [])
}

function typedIn(form: HTMLFormElement | null): Partial<RegisterDraft> {
  const draft = useRegisterDraft.getState()
  const found: Partial<Record<TextFieldName, string>> = {}
  for (const name of textFields) {
    const input = form?.elements.namedItem(name)
    if (input instanceof HTMLInputElement && input.value !== '' && input.value !== draft[name]) found[name] = input.value
  }
  return found
}
