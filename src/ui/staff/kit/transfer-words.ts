import { m } from '#i18n/generated/messages.js'
import type { CellProblem } from '#modules/refunds/bank-file-rules.ts'
import type { TransferColumnKind } from '#modules/settings/rules.ts'

const kinds: Record<TransferColumnKind, () => string> = {
  reference: m.transfer_kind_reference,
  order: m.transfer_kind_order,
  bankCode: m.transfer_kind_bankCode,
  account: m.transfer_kind_account,
  bankAndAccount: m.transfer_kind_bankAndAccount,
  holder: m.transfer_kind_holder,
  amount: m.transfer_kind_amount,
  amountCents: m.transfer_kind_amountCents,
  day: m.transfer_kind_day,
  rocDay: m.transfer_kind_rocDay,
  number: m.transfer_kind_number,
  text: m.transfer_kind_text,
}
export const transferKindWord = (kind: TransferColumnKind): string => kinds[kind]()

const problems: Record<CellProblem['code'], (said: { kind: string; characters: string }) => string> = {
  not_in_encoding: m.transfer_problem_not_in_encoding,
  too_long: m.transfer_problem_too_long,
  looks_like_formula: m.transfer_problem_looks_like_formula,
  has_separator: m.transfer_problem_has_separator,
}

/** Why a transfer cannot be written in the bank's format, in words. */
export function cellProblemWords({ refundNo, kind, code, characters }: CellProblem): string {
  const problem = problems[code]({ kind: transferKindWord(kind), characters })
  return refundNo === '' ? m.transfer_problem_of_header({ problem }) : m.transfer_problem_of_refund({ refundNo, problem })
}
