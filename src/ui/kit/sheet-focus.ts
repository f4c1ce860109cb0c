const focusable =
  'a[href], button:not(:disabled), input:not(:disabled, [type=hidden]), select:not(:disabled), textarea:not(:disabled), summary'
const isField = (element: Element): boolean => element.matches('input, select, textarea')

/**
 * Focuses what a dialog begins with: its first field, where the content begins with one and typing does not raise a keyboard over the
 * dialog; otherwise the heading. The browser alone would choose the button that closes it.
 */
export function focusBeginning(heading: HTMLElement, content: Iterable<Element>): void {
  const candidates = [...content].flatMap((part) => [part, ...part.querySelectorAll<HTMLElement>('*')])
  const first = candidates.find((element): element is HTMLElement => element.matches(focusable) && element.checkVisibility())
  const begins = first && isField(first) && matchMedia('(pointer: fine)').matches ? first : heading
  const chosen = begins instanceof HTMLInputElement && begins.type === 'radio' ? checkedOf(begins) : begins
  chosen.focus({ preventScroll: true })
}

const checkedOf = (radio: HTMLInputElement): HTMLElement =>
  (radio.form ?? document).querySelector<HTMLInputElement>(`input[type=radio][name="${CSS.escape(radio.name)}"]:checked`) ?? radio

/** Whatever is drawn anew when a dialog closes has had its turn by then. */
const settled = 100

/**
 * What had the focus before a dialog opened. The browser gives it back; where that is gone, such as a button whose deed is done, the
 * page's content gets it, and not the top of the document. Nothing is taken from what has got it meanwhile.
 */
export function keepFocus(): () => void {
  const opener = document.activeElement
  return () =>
    void setTimeout(() => {
      if (opener?.isConnected || document.activeElement !== document.body) return
      document.getElementById('main')?.focus({ preventScroll: true })
    }, settled)
}
