import type { CellProblem } from '#modules/refunds/bank-file-rules.ts'
import { cellProblemWords } from '#ui/staff/kit/transfer-words.ts'

/** Transfers that the format of the bank cannot hold, and why. */
export function CellProblems({ problems }: { problems: readonly CellProblem[] }) {
  return (
    <ul className="stack gap-1">
      {problems.map((problem) => (
        <li key={`${problem.refundNo} ${problem.column}`}>{cellProblemWords(problem)}</li>
      ))}
    </ul>
  )
}
