export type AlertText = { title: string; message: string; confirm: string }

/** One sentence that must be read before anything else goes on. Rare, so its box is fetched only then; the browser's own, if it cannot be. */
export const showAlert = (text: AlertText): void =>
  void import('./alert-box.ts').then(
    ({ openAlert }) => openAlert(text),
    () => window.alert(text.message),
  )
