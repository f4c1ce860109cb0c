import type { AlertText } from './alert-box.ts'

/** Shows a modal alert. It is rare, so its code is loaded on demand; if that fails, window.alert is used. */
export const showAlert = (text: AlertText): void =>
  void import('./alert-box.ts').then(
    ({ openAlert }) => openAlert(text),
    () => window.alert(text.message),
  )
