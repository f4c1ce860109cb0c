import { m } from '#i18n/generated/messages.js'
import { TextField } from '#ui/kit/field.tsx'
import { useId } from 'react'

type Props = { value: string; onChange(reason: string): void; error?: string | undefined }

/** Why: typed, or chosen from what is usual. It stays for the next booking. */
export function ReasonField({ value, onChange, error }: Props) {
  const usual = useId()
  return (
    <div>
      <TextField
        name="reason"
        label={m.board_reason()}
        list={usual}
        value={value}
        maxLength={200}
        autoComplete="off"
        error={error}
        onChange={(event) => onChange(event.target.value)}
      />
      <datalist id={usual}>
        {[m.board_reason_member(), m.board_reason_room(), m.board_reason_fault()].map((one) => (
          <option key={one}>{one}</option>
        ))}
      </datalist>
    </div>
  )
}
