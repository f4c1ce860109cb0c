import style from './alert-box.module.css'

export type AlertText = { title: string; message: string; confirm: string }

/** Opens a modal alert outside of React's tree, so that it also shows when the page has failed. A new alert replaces the one before. */
export function openAlert({ title, message, confirm }: AlertText): void {
  document.querySelector(`.${style.dialog}`)?.remove()
  const dialog = document.createElement('dialog')
  dialog.className = style.dialog!
  dialog.setAttribute('role', 'alertdialog')
  dialog.setAttribute('aria-labelledby', 'alert-title')
  dialog.setAttribute('aria-describedby', 'alert-message')
  const form = document.createElement('form')
  form.method = 'dialog'
  form.append(
    Object.assign(document.createElement('h2'), { id: 'alert-title', textContent: title }),
    Object.assign(document.createElement('p'), { id: 'alert-message', textContent: message }),
    Object.assign(document.createElement('button'), { autofocus: true, textContent: confirm }),
  )
  dialog.append(form)
  dialog.addEventListener('close', () => dialog.remove())
  document.body.append(dialog)
  dialog.showModal()
}
