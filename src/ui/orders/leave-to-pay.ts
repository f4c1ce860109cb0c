import type { StartAnswer } from '#modules/payments/wire.ts'

/** Takes the browser to the payment provider: by a form POST or to an address, as the provider requires. */
export function leaveToPay({ method, action, fields }: Pick<StartAnswer, 'method' | 'action' | 'fields'>): void {
  if (method === 'get') return void window.location.assign(action)
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
