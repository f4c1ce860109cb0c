/** How long after it was sent a form's refusal is waited for. */
const answerWithin = 30_000

/** Where the errors of what was sent are shown: fields inside the form, messages also beside it. */
type Sent = { fields: Element; messages: Element }

/** What each alert says: a region that is there from the start and empty says nothing. */
const alertsIn = (place: Element): Map<HTMLElement, string> =>
  new Map([...place.querySelectorAll<HTMLElement>('[role="alert"]')].map((one) => [one, one.textContent?.trim() ?? '']))

/** The list of errors above a long form, else the first wrong field, else the first alert that says something new. */
function firstErrorIn({ fields, messages }: Sent, saidBefore: Map<HTMLElement, string>): HTMLElement | undefined {
  const isShown = (element: HTMLElement) => element.getClientRects().length > 0
  const wrong = [...fields.querySelectorAll<HTMLElement>('[aria-invalid="true"]')].find(isShown)
  if (wrong) return fields.querySelector<HTMLElement>('[data-summary]') ?? wrong
  const alerts = [...alertsIn(messages)]
  // An alert that was cleared may say the same again.
  for (const [alert, text] of alerts) if (text === '') saidBefore.delete(alert)
  return alerts.find(([alert, text]) => text !== '' && saidBefore.get(alert) !== text && isShown(alert))?.[0]
}

/** Focuses the first error. It is scrolled to the middle of its page or sheet, where no bar at an edge covers it. */
function focusFirstError(sent: Sent, saidBefore: Map<HTMLElement, string>): boolean {
  const error = firstErrorIn(sent, saidBefore)
  if (!error) return false
  // A message can be focused by script only.
  if (error.getAttribute('role') === 'alert' && !error.hasAttribute('tabindex')) error.tabIndex = -1
  error.focus({ preventScroll: true })
  error.scrollIntoView({ block: 'center', behavior: 'instant' })
  return true
}

let stop = () => {}

/** Until the answer is there, a form may still show the errors of the time before. */
const isSending = ({ messages }: Sent): boolean => messages.querySelector('button[aria-busy="true"]') !== null

/** Waits for the first error of what was just sent, and not any more when somebody types meanwhile. */
function awaitErrors(sent: Sent, saidBefore: Map<HTMLElement, string>): void {
  stop()
  const observer = new MutationObserver(look)
  const timer = setTimeout(() => stop(), answerWithin)
  stop = () => {
    observer.disconnect()
    clearTimeout(timer)
    sent.fields.removeEventListener('input', stop)
  }
  sent.fields.addEventListener('input', stop)
  observer.observe(sent.messages, { subtree: true, childList: true, characterData: true, attributeFilter: ['aria-invalid', 'aria-busy'] })
  // After the handlers of the form: what they refuse is shown by then, also when the same was shown before.
  setTimeout(look)
  function look(): void {
    if (!isSending(sent) && focusFirstError(sent, saidBefore)) stop()
  }
}

/** What an event sends: a form, or a screen that is edited without a form element and has `data-sends` on its button. */
function sentBy({ type, target }: Event): Sent | undefined {
  if (type === 'submit' && target instanceof HTMLFormElement)
    return { fields: target, messages: target.closest('dialog, section, main') ?? target }
  const button = type === 'click' && target instanceof Element && target.closest('button[data-sends]')
  const screen = button && button.closest('dialog, main')
  return screen ? { fields: screen, messages: screen } : undefined
}

/**
 * Moves the focus to the first error of any form that is refused, by its own checks or by the service: once for each time that it
 * is sent. Every form is covered, because errors are known by their roles. `latest`: what happened before this was loaded.
 */
export function watchRefusedForms(latest: Event): void {
  const before = sentBy(latest)
  if (before) awaitErrors(before, new Map())
  const onSent = (event: Event) => {
    const sent = sentBy(event)
    if (sent) awaitErrors(sent, alertsIn(sent.messages))
  }
  document.addEventListener('submit', onSent, true)
  document.addEventListener('click', onSent, true)
}
