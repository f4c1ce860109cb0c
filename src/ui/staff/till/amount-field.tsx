import { mostAtOnce } from '#modules/tills/rules.ts'
import { TextField } from '#ui/kit/field.tsx'

type Props = { label: string; name: string; min: 0 | 1; error: string | undefined }

/** Whole dollars of cash. */
export const AmountField = (field: Props) => (
  <TextField {...field} type="number" inputMode="numeric" max={mostAtOnce} step={1} autoComplete="off" />
)
