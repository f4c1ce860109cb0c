/** How long after it was sent a form's refusal is waited for. */
const answerWithin = 30_000

/** What each alert says: a region that is there from the start and empty says nothing. */
const alertsIn = (form: HTMLFormElement): Map<HTMLElement, string> =>
  new Map([...form.querySelectorAll<HTMLElement>('[role="alert"]')].map((one) => [one, one.textContent?.trim() ?? '']))

/** The first wrong field, else the first alert that says something new. */
function firstErrorIn(form: HTMLFormElement, saidBefore: Map<HTMLElement, string>): HTMLElement | undefined {
  const isShown = (element: HTMLElement) => element.getClientRects().length > 0
  const field = [...form.querySelectorAll<HTMLElement>('[aria-invalid="true"]')].find(isShown)
  if (field) return field
  const alerts = [...alertsIn(form)]
  // An alert that was cleared may say the same again.
  for (const [alert, text] of alerts) if (text === '') saidBefore.delete(alert)
  return alerts.find(([alert, text]) => text !== '' && saidBefore.get(alert) !== text && isShown(alert))?.[0]
}

/**
 * Focuses the first error of a refused form. It is scrolled to the middle of its page or sheet, where no bar at an edge covers it.
 */
function focusFirstError(form: HTMLFormElement, saidBefore: Map<HTMLElement, string>): boolean {
  const error = firstErrorIn(form, saidBefore)
  if (!error) return false
  // A message can be focused by script only.
  if (error.getAttribute('role') === 'alert' && !error.hasAttribute('tabindex')) error.tabIndex = -1
  error.focus({ preventScroll: true })
  error.scrollIntoView({ block: 'center', behavior: 'instant' })
  return true
}

/**
 * Moves the focus to the first error of any form that is refused, by its own checks or by the service: once for each time that it
 * is sent, and not any more when somebody types meanwhile. Every form is covered, because errors are known by their roles.
 */
export function watchRefusedForms(): void {
  let stop = () => {}
  document.addEventListener(
    'submit',
    ({ target }) => {
      stop()
      if (!(target instanceof HTMLFormElement)) return
      const form = target
      const saidBefore = alertsIn(form)
      const observer = new MutationObserver(look)
      const timer = setTimeout(() => stop(), answerWithin)
      stop = () => {
        observer.disconnect()
        clearTimeout(timer)
        form.removeEventListener('input', stop)
      }
      form.addEventListener('input', stop)
      observer.observe(form, { subtree: true, childList: true, characterData: true, attributeFilter: ['aria-invalid'] })
      // After the handlers of the form: what they refuse is shown by then, also when the same was shown before.
      setTimeout(look)
      function look(): void {
        if (focusFirstError(form, saidBefore)) stop()
      }
    },
    true,
  )
}
