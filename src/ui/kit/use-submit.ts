import { m } from '#i18n/generated/messages.js'
import { useHydrated } from '@tanstack/react-router'
import { useRef, useState, type FormEvent } from 'react'

type FieldError = { path: string; message: string }

/** Why a form was refused: a problem answered by the API (recognized by its shape), or fields that the page itself found wrong. */
export type Refused = {
  status: number
  code: string
  title: string
  errors: readonly FieldError[]
  /** When a retry makes sense, in milliseconds since 1970. */
  until: number | undefined
  /** What else the API says of it, such as the order that it is about. */
  more?: Readonly<Record<string, unknown>>
}

type Problem = Omit<Refused, 'until' | 'more'> & { retryAfter: number | undefined; body?: Readonly<Record<string, unknown>> }

const isProblem = (error: unknown): error is Problem => error instanceof Error && 'code' in error && 'errors' in error && 'status' in error

/** The toast of the API client says that the request failed; the form says what became of the text in it. */
const noAnswer = (): string => (globalThis.navigator?.onLine === false ? m.form_offline() : m.form_no_answer())

/** Problem of a failed call, for the form to show. Anything but an API problem is a bug and is thrown on. */
export function refusalOf(error: unknown, now: number): Refused {
  if (!isProblem(error)) throw error
  const { status, code, title, errors, retryAfter, body } = error
  return {
    status,
    code,
    title: title || (status === 0 ? noAnswer() : m.error_request_failed()),
    errors,
    until: retryAfter === undefined ? undefined : now + retryAfter * 1000,
    ...(body ? { more: body } : {}),
  }
}

type Options = {
  /** Client-side validation before the call. */
  check?: (form: FormData) => FieldError[]
  /** Refusal of an earlier attempt that is known at the first render. */
  initial?: Refused | undefined
}

/**
 * Submits a form: one call at a time; keeps the refusal, whose first error refused-forms.ts focuses. Fields are not reset, so nothing
 * that was typed is lost.
 */
export function useSubmit(send: (form: FormData) => Promise<void>, { check, initial }: Options = {}) {
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState(initial)
  const [refusals, setRefusals] = useState(0)
  const form = useRef<HTMLFormElement>(null)
  const sending = useRef(false)

  function refuse(why: Refused): void {
    setRefused(why)
    setRefusals((before) => before + 1)
  }

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    if (sending.current) return
    const { currentTarget } = event
    const data = new FormData(currentTarget)
    const wrong = wrongIn(currentTarget, check?.(data) ?? [])
    if (wrong.length > 0) return refuse({ status: 422, code: 'invalid_body', title: '', errors: wrong, until: undefined })
    sending.current = true
    setBusy(true)
    setRefused(undefined)
    try {
      await send(data)
    } catch (error) {
      refuse(refusalOf(error, Date.now()))
    } finally {
      sending.current = false
      setBusy(false)
    }
  }

  /** Clears a field's error when it changes. */
  function clearErrorOnInput(event: FormEvent<HTMLFormElement>): void {
    const { name } = event.target as HTMLInputElement
    setRefused((before) => withoutError(before, name))
  }

  return {
    /** True after hydration: before that, a form without an `action` would be sent nowhere. */
    ready: useHydrated(),
    busy,
    refused,
    /** Number of refusals so far: the same refusal twice is announced twice. */
    refusals,
    setRefused,
    errorAt: (path: string): string | undefined => refused?.errors.find((error) => error.path === path)?.message,
    /** Props for the form element. The method is always POST, so that a secret never lands in an address. */
    form: {
      ref: form,
      method: 'post',
      noValidate: true,
      onSubmit: (event: FormEvent<HTMLFormElement>) => void submit(event),
      onInput: clearErrorOnInput,
    } as const,
  }
}

/** The refusal without this field's error; undefined when it was the last. */
function withoutError(refused: Refused | undefined, name: string): Refused | undefined {
  if (!refused?.errors.some(({ path }) => path === name)) return refused
  const errors = refused.errors.filter(({ path }) => path !== name)
  return errors.length > 0 ? { ...refused, errors } : undefined
}

/** Missing fields, then what the page's own check found in other fields. */
function wrongIn(form: HTMLFormElement, found: FieldError[]): FieldError[] {
  const missing = missingIn(form)
  return [...missing, ...found.filter(({ path }) => !missing.some((one) => one.path === path))]
}

/** Native constraint validation, with our messages in the language of the page. */
function missingIn(form: HTMLFormElement): FieldError[] {
  const controls = [...form.elements].filter(
    (element) => element instanceof HTMLInputElement || element instanceof HTMLSelectElement || element instanceof HTMLTextAreaElement,
  )
  return controls.flatMap(({ name, validity }) => {
    if (validity.valueMissing) return [{ path: name, message: m.field_required() }]
    return validity.typeMismatch ? [{ path: name, message: m.field_email() }] : []
  })
}
