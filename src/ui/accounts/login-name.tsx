import { TextField } from '#ui/kit/field.tsx'
import { createPersistedStore } from '#ui/kit/persisted-store.ts'
import { useEffect, useRef, type ComponentProps } from 'react'

/** Email or account name that a visitor types to log in: kept for the login, reset and confirmation pages until the login. */
const useLoginName = createPersistedStore('entering', 'drafts', { name: '' })

export const keepLoginName = (name: string): void => useLoginName.setState({ name })
export const forgetLoginName = (): void => useLoginName.setState({ name: '' })

const anything = (): boolean => true
export const looksLikeEmail = (name: string): boolean => /.@./.test(name)

type Props = ComponentProps<typeof TextField> & { /** Which stored names to fill in. */ only?: (name: string) => boolean }

/** Field for the login name. Uncontrolled, so that text typed before hydration stays. */
export function LoginNameField({ only = anything, ...field }: Props) {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const fill = () => {
      const { name } = useLoginName.getState()
      if (input.current && !input.current.value && only(name)) input.current.value = name
    }
    if (input.current?.value) keepLoginName(input.current.value)
    fill()
    return useLoginName.subscribe(fill)
  }, [only])
  return <TextField {...field} ref={input} onInput={(event) => keepLoginName(event.currentTarget.value)} />
}
