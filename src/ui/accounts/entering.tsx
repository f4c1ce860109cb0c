import { TextField } from '#ui/kit/field.tsx'
import { createKept } from '#ui/kit/store.ts'
import { useEffect, useRef, type ComponentProps } from 'react'

/** What visitors call themselves on the way in: typed once, known on login, forget and confirm, gone after login. */
const useEntering = createKept('entering', 'drafts', { name: '' })

export const keepName = (name: string): void => useEntering.setState({ name })
export const forgetEntering = (): void => useEntering.setState({ name: '' })

const anything = (): boolean => true
export const looksLikeEmail = (name: string): boolean => /.@./.test(name)

type Props = ComponentProps<typeof TextField> & { /** Which names fit here. */ only?: (name: string) => boolean }

/** Uncontrolled: what is typed before the scripts arrive stays. */
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
