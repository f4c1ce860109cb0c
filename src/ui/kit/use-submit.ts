import { m } from '#i18n/generated/messages.js'
import { useHydrated } from '@tanstack/react-router'
import { useEffect, useRef, useState, type FormEvent } from 'react'

type FieldError = { path: string; message: string }

/** Why a form was refused: a problem of the API, known by its shape, or what the page itself found missing. */
export type Refused = {
  status: number
  code: string
  title: string
  errors: readonly FieldError[]
  /** When trying again makes sense, in milliseconds since 1970. */
  until: number | undefined
}

type Problem = Omit<Refused, 'until'> & { retryAfter: number | undefined }

const isProblem = (error: unknown): error is Problem => error instanceof Error && 'code' in error && 'errors' in error && 'status' in error

/** A failure as the form shows it. What is not an answer of the API is a bug, and is thrown on. */
export function refusedBy(error: unknown, now: number): Refused {
  if (!isProblem(error)) throw error
  const { status, code, title, errors, retryAfter } = error
  return {
    status,
    code,
    title: title || m.error_request_failed(),
    errors,
    until: retryAfter === undefined ? undefined : now + retryAfter * 1000,
  }
}

type Options = {
  /** What the page can say without asking the server. */
  check?: (form: FormData) => FieldError[]
  /** Why an earlier try was refused, when that is known from the start. */
  initial?: Refused | undefined
}

/**
 * Sends a form once at a time, keeps why it was refused, and moves to the first wrong field.
 * The form's own fields stay in the document: nothing that was typed is lost.
 */
export function useSubmit(send: (form: FormData) => Promise<void>, { check, initial }: Options = {}) {
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState(initial)
  const [refusals, setRefusals] = useState(0)
  const form = useRef<HTMLFormElement>(null)
  const sending = useRef(false)

  useEffect(() => {
    if (refused) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
    // Once for each refusal: while one field is being corrected, the focus stays there.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [refusals])

  function refuse(why: Refused): void {
    setRefused(why)
    setRefusals((before) => before + 1)
  }

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    if (sending.current) return
    const { currentTarget } = event
    const data = new FormData(currentTarget)
    const missing = missingIn(currentTarget)
    const wrong = [...missing, ...(check?.(data) ?? []).filter(({ path }) => !missing.some((one) => one.path === path))]
    if (wrong.length > 0) return refuse({ status: 422, code: 'invalid_body', title: '', errors: wrong, until: undefined })
    sending.current = true
    setBusy(true)
    setRefused(undefined)
    try {
      await send(data)
    } catch (error) {
      refuse(refusedBy(error, Date.now()))
    } finally {
      sending.current = false
      setBusy(false)
    }
  }

  /** What is being corrected is no longer called wrong. */
  function forgive(event: FormEvent<HTMLFormElement>): void {
    const { name } = event.target as HTMLInputElement
    setRefused((before) => {
      if (!before?.errors.some(({ path }) => path === name)) return before
      const errors = before.errors.filter(({ path }) => path !== name)
      return errors.length > 0 ? { ...before, errors } : undefined
    })
  }

  return {
    /** Before that, a form without an address of its own would be sent nowhere. */
    ready: useHydrated(),
    busy,
    refused,
    /** How often: each refusal is new, even with the same words. */
    refusals,
    setRefused,
    errorAt: (path: string): string | undefined => refused?.errors.find((error) => error.path === path)?.message,
    /** Spread on the form. A secret must never land in an address, so it is always a post. */
    form: {
      ref: form,
      method: 'post',
      noValidate: true,
      onSubmit: (event: FormEvent<HTMLFormElement>) => void submit(event),
      onInput: forgive,
    } as const,
  }
}

/** The browser knows what is missing; we say it, beside the field and in the language of the page. */
function missingIn(form: HTMLFormElement): FieldError[] {
  const controls = [...form.elements].filter(
    (element) => element instanceof HTMLInputElement || element instanceof HTMLSelectElement || element instanceof HTMLTextAreaElement,
  )
  return controls.flatMap(({ name, validity }) => {
    if (validity.valueMissing) return [{ path: name, message: m.field_required() }]
    return validity.typeMismatch ? [{ path: name, message: m.field_email() }] : []
  })
}
