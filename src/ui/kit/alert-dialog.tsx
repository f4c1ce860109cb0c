import { useEffect, useRef } from 'react'
import { create } from 'zustand'
import style from './alert-dialog.module.css'

type AlertText = { title: string; message: string; confirm: string }

const useAlert = create<{ text: AlertText | undefined }>(() => ({ text: undefined }))

/** One sentence that must be read before anything else goes on. */
export function showAlert(text: AlertText): void {
  useAlert.setState({ text })
}

export function AlertHost() {
  const text = useAlert((state) => state.text)
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    if (text) dialog.current?.showModal()
  }, [text])
  if (!text) return null
  return (
    <dialog
      ref={dialog}
      className={style.dialog}
      role="alertdialog"
      aria-labelledby="alert-title"
      aria-describedby="alert-message"
      onClose={() => useAlert.setState({ text: undefined })}
    >
      <form method="dialog">
        <h2 id="alert-title">{text.title}</h2>
        <p id="alert-message">{text.message}</p>
        <button autoFocus>{text.confirm}</button>
      </form>
    </dialog>
  )
}
