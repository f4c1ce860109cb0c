import { TextField } from '#ui/kit/field.tsx'
import { createKept } from '#ui/kit/store.ts'
import { useEffect, useRef, type ComponentProps } from 'react'

/** Email or account name that a visitor types to log in: kept for the login, reset and confirmation pages until the login. */
const useEntering = createKept('entering', 'drafts', { name: '' })

export const keepName = (name: string): void => useEntering.setState({ name })
export const forgetEntering = (): void => useEntering.setState({ name: '' })

const anything = (): boolean => true
export const looksLikeEmail = (name: string): boolean => /.@./.test(name)

type Props = ComponentProps<typeof TextField> & { /** Which stored names to fill in. */ only?: (name: string) => boolean }

/** Field for the login name. Uncontrolled, so that text typed before hydration stays. */
export function NameField({ only = anything, ...field }: Props) {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const fill = () => {
      const { name } = useEntering.getState()
      if (input.current && !input.current.value && only(name)) input.current.value = name
    }
    if (input.current?.value) keepName(input.current.value)
    fill()
    return useEntering.subscribe(fill)
  }, [only])
  return <TextField {...field} ref={input} onInput={(event) => keepName(event.currentTarget.value)} />
}
