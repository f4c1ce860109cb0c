import { m } from '#i18n/generated/messages.js'
import { create } from 'zustand'
import { IconButton } from './icon-button.tsx'
import style from './toast.module.css'

export type ToastType = 'primary' | 'success' | 'info' | 'warning' | 'error'
export const toastDuration = 3000
export const toastOffset = 16

type Toast = { id: number; type: ToastType; message: string }

const useToasts = create<{ toasts: Toast[] }>(() => ({ toasts: [] }))
let lastId = 0

const without = (id: number) => useToasts.setState(({ toasts }) => ({ toasts: toasts.filter((one) => one.id !== id) }))

/** Shows a toast. A message that is shown already is not repeated; it stays longer. */
export function toast(type: ToastType, message: string): void {
  const id = ++lastId
  useToasts.setState(({ toasts }) => ({ toasts: [...toasts.filter((one) => one.message !== message), { id, type, message }].slice(-4) }))
  setTimeout(() => without(id), toastDuration)
}

export const shownToasts = (): readonly Toast[] => useToasts.getState().toasts

export function ToastHost() {
  const toasts = useToasts((state) => state.toasts)
  return (
    <div className={style.host} style={{ top: toastOffset }} aria-live="polite">
      {toasts.map(({ id, type, message }) => (
        <div key={id} className={style.toast} data-toast={type} role={type === 'error' || type === 'warning' ? 'alert' : undefined}>
          <span>{message}</span>
          <IconButton icon="close" size={18} label={m.toast_close()} onClick={() => without(id)} />
        </div>
      ))}
    </div>
  )
}
