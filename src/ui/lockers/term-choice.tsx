import { m } from '#i18n/generated/messages.js'
import { formatMoney } from '#i18n/money.ts'
import type { Term } from '#modules/lockers/rules.ts'
import { SegmentedControl } from '#ui/kit/segmented-control.tsx'
import { termWord, type SizeOffer } from './locker-words.ts'

export function TermChoice({ offer, value, onChange }: { offer: SizeOffer; value: Term; onChange(term: Term): void }) {
  const options = offer.terms.map(({ term, price }) => ({ value: term, label: `${termWord(term)} ${formatMoney(price)}` }))
  return <SegmentedControl legend={m.locker_term()} value={value} options={options} onChange={onChange} />
}
