import { TextField } from '#ui/kit/field.tsx'
import { createKept } from '#ui/kit/store.ts'
import { useEffect, useRef, type ComponentProps } from 'react'

/** What visitors call themselves on the way in: typed once, known on login, forget and confirm, gone after login. */
const useEntering = createKept('entering', 'drafts', { name: '', mobile: '' })

export const keptName = (): string => useEntering.getState().name
export const keepName = (name: string): void => useEntering.setState({ name })
export const forgetEntering = (): void => useEntering.setState({ name: '', mobile: '' })

const anything = (): boolean => true
export const looksLikeEmail = (name: string): boolean => /.@./.test(name)

type Props = ComponentProps<typeof TextField> & { kept: 'name' | 'mobile'; only?: (value: string) => boolean }

/** Uncontrolled: what is typed before the scripts arrive stays. */
export function KeptField({ kept, only = anything, ...field }: Props) {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const fill = () => {
      const value = useEntering.getState()[kept]
      if (input.current && !input.current.value && only(value)) input.current.value = value
    }
    if (input.current?.value) useEntering.setState({ [kept]: input.current.value })
    fill()
    return useEntering.subscribe(fill)
  }, [kept, only])
  return <TextField {...field} ref={input} onInput={(event) => useEntering.setState({ [kept]: event.currentTarget.value })} />
}
