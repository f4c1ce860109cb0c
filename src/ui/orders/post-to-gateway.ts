import type { StartAnswer } from '#modules/payments/wire.ts'

/** Sends the browser to the payment gateway by a form POST, as the gateway requires. */
export function postToGateway({ action, fields }: Pick<StartAnswer, 'action' | 'fields'>): void {
  const form = document.createElement('form')
  form.method = 'post'
  form.action = action
  form.hidden = true
  for (const [name, value] of Object.entries(fields)) {
    const input = document.createElement('input')
    input.type = 'hidden'
    input.name = name
    input.value = value
    form.append(input)
  }
  document.body.append(form)
  form.submit()
}
