import { ApiProblem } from '#client/api-problem.ts'
import { m } from '#i18n/generated/messages.js'
import type { ClosureAnswer, LiftedAnswer } from '#modules/closures/closure-wire.ts'
import { useApi } from '#ui/accounts/member-queries.ts'
import { Callout } from '#ui/kit/callout.tsx'
import { Sheet } from '#ui/kit/sheet.tsx'
import { toast } from '#ui/kit/toast.tsx'
import { AskSheet } from '#ui/staff/kit/ask-sheet.tsx'
import { FieldErrorsProvider } from '#ui/staff/kit/fields.tsx'
import { StaffButton } from '#ui/staff/kit/staff-button.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { closuresKey } from './closures-queries.ts'
import { byPath } from './closures-words.ts'
import style from './closures.module.css'
import { WordsFields } from './words-fields.tsx'

/** Makes a call about a closure, and reads closures again; after a refusal too, because a colleague may have been faster. */
function useClosureCall(): <Answer = void>(path: string, body: object) => Promise<Answer> {
  const api = useApi()
  const queries = useQueryClient()
  return async <Answer,>(path: string, body: object) => {
    try {
      return await api.post<Answer>(path, body, { silent: true })
    } finally {
      await queries.invalidateQueries({ queryKey: closuresKey })
    }
  }
}

/** Reopen early, and change the words. The desk opens again what it has closed itself. */
export function ClosureActions({ closure, mayClose }: { closure: ClosureAnswer; mayClose: boolean }) {
  const call = useClosureCall()
  const [open, setOpen] = useState<'lift' | 'words'>()
  const close = () => setOpen(undefined)
  if (closure.state === 'lifted' || closure.isOver || !(mayClose || closure.isOwn)) return null
  return (
    <>
      {mayClose && <StaffButton onClick={() => setOpen('words')}>{m.closure_words_edit()}</StaffButton>}
      <StaffButton icon="restore" onClick={() => setOpen('lift')}>
        {m.closure_lift()}
      </StaffButton>
      {open === 'words' && <WordsSheet closure={closure} onClose={close} />}
      {open === 'lift' && (
        <AskSheet
          title={m.closure_lift_title()}
          effects={[m.closure_lift_ask()]}
          confirmLabel={m.closure_lift_do()}
          onClose={close}
          onSend={async () => {
            toast('success', liftedWords(await call<LiftedAnswer>('/api/Staff/Closure/Lift', { id: closure.id })))
          }}
        />
      )}
    </>
  )
}

function liftedWords({ restored, offered }: LiftedAnswer): string {
  if (restored > 0 && offered > 0) return m.closure_lifted_both({ restored, offered })
  if (restored > 0) return m.closure_lifted_restored({ count: restored })
  return offered > 0 ? m.closure_lifted_offered({ count: offered }) : m.closure_lifted_done()
}

export function RetryButton({ id }: { id: string }) {
  const call = useClosureCall()
  const [isBusy, setBusy] = useState(false)
  const retry = async () => {
    setBusy(true)
    // A colleague who was faster has started it already: the page is read again in either case.
    await call('/api/Staff/Closure/Retry', { id }).catch(() => undefined)
    setBusy(false)
  }
  return (
    <StaffButton busy={isBusy} onClick={() => void retry()}>
      {m.closure_retry()}
    </StaffButton>
  )
}

function WordsSheet({ closure, onClose }: { closure: ClosureAnswer; onClose(): void }) {
  const call = useClosureCall()
  const [said, setSaid] = useState({ reason: closure.reason, words: closure.words })
  // The words of the moment at which the sheet was opened are the ones that are changed.
  const [version] = useState(closure.version)
  const [refused, setRefused] = useState<ApiProblem>()
  const [isBusy, setBusy] = useState(false)
  const save = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    try {
      await call('/api/Staff/Closure/Words', { id: closure.id, version, ...said })
      toast('success', m.closure_words_saved())
      onClose()
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error
      setRefused(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Sheet open title={m.closure_words_edit()} onClose={onClose}>
      <FieldErrorsProvider value={byPath(refused?.errors ?? [])}>
        <form className={style.form} noValidate onSubmit={(event) => void save(event)}>
          <WordsFields facility={closure.venue1stId} said={said} onChange={setSaid} />
          <p className={style.hint}>{m.closure_words_hint()}</p>
          {refused && refused.errors.length === 0 && (
            <Callout tone="due" title={refused.title || m.error_request_failed()} role="alert">
              {refused.code === 'closure_words_changed' && `${closure.reason.tw} / ${closure.reason.en}`}
            </Callout>
          )}
          <div className={style.actions}>
            <StaffButton type="submit" look="primary" busy={isBusy}>
              {m.closure_words_save()}
            </StaffButton>
          </div>
        </form>
      </FieldErrorsProvider>
    </Sheet>
  )
}
