import { m } from '#i18n/generated/messages.js'
import { ApiProblem } from '#client/api-problem.ts'
import type { CellProblem } from '#modules/refunds/bank-file-rules.ts'
import { useApi } from '#ui/session/use-api.ts'
import { Sheet } from '#ui/kit/sheet.tsx'
import { toast } from '#ui/kit/toast.tsx'
import { saveFile } from '#ui/staff/kit/save-file.ts'
import { StaffButton } from '#ui/staff/kit/staff-button.tsx'
import { useState } from 'react'
import { CellProblems } from './cell-problems.tsx'

/** Saves the file of a batch for the bank. What the format cannot hold is listed instead. */
export function BankFileButton({ batchNo, fileName }: { batchNo: number; fileName: string }) {
  const api = useApi()
  const [isBusy, setBusy] = useState(false)
  const [problems, setProblems] = useState<CellProblem[]>()
  const save = async () => {
    setBusy(true)
    try {
      const file = await api.blob('/api/Staff/Refund/BankFile', { query: { batch: batchNo }, silent: true })
      saveFile(file, fileName)
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error
      const listed = error.body['problems'] as CellProblem[] | undefined
      if (listed) setProblems(listed)
      else toast('error', error.title)
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <StaffButton icon="download" busy={isBusy} aria-label={m.refunds_bank_file_of({ batch: batchNo })} onClick={() => void save()}>
        {m.refunds_bank_file()}
      </StaffButton>
      {problems && (
        <Sheet open title={m.problem_transfers_not_writable()} onClose={() => setProblems(undefined)}>
          <CellProblems problems={problems} />
        </Sheet>
      )}
    </>
  )
}
