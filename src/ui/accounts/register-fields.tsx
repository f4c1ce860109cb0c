import { TextField } from '#ui/kit/field.tsx'
import { useEffect, useLayoutEffect, type ComponentProps, type RefObject } from 'react'
import { setDraft, textFields, useRegisterDraft, useRegisterSecrets, type RegisterDraft, type TextFieldName } from './register-draft.ts'

export type SectionProps = { errorAt(path: string): string | undefined }

type Props = Omit<ComponentProps<typeof TextField>, 'id' | 'name' | 'value' | 'onChange' | 'error'> & SectionProps & { name: TextFieldName }

/** Text field whose value is in the draft. */
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

// useLayoutEffect warns on the server, where there is nothing to read.
const useBeforePaint = typeof document === 'undefined' ? useEffect : useLayoutEffect

/**
 * Moves text that was typed before hydration into the draft. The form is read before a render could clear it, and the draft is
 * written after it was restored: written earlier, restoring would overwrite it.
 */
export function useKeepTypedText(form: RefObject<HTMLFormElement | null>): void {
  useBeforePaint(() => {
    if (!form.current) return
    const { draft, secrets } = typedIn(form.current)
    const timer = setTimeout(() => {
      setDraft(draft)
      useRegisterSecrets.setState(secrets)
    })
    return () => clearTimeout(timer)
  }, [form])
}

function typedIn(form: HTMLFormElement) {
  const now = new FormData(form)
  const filled = (...names: string[]) => Object.fromEntries(names.flatMap((name) => (now.get(name) ? [[name, now.get(name)]] : [])))
  return {
    draft: { ...filled('kind', ...textFields), ...identityIn(form) },
    secrets: filled('secret', 'smsCode'),
  }
}

function identityIn(form: HTMLFormElement): Partial<RegisterDraft> {
  const choice = form.elements.namedItem('memberIdentityId')
  const isTouched = choice instanceof HTMLSelectElement && choice.selectedIndex > 0
  const { kind, identity } = useRegisterDraft.getState()
  return isTouched ? { identity: { ...identity, [kind]: Number(choice.value) } } : {}
}
