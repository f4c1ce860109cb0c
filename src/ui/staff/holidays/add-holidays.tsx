import { m } from '#i18n/generated/messages.js'
import { FileChooser } from '#ui/kit/file-chooser.tsx'
import { TextAreaInput } from '#ui/staff/kit/fields.tsx'
import { StaffButton } from '#ui/staff/kit/staff-button.tsx'
import { useRef, useState } from 'react'
import { FoundLines } from './found-lines.tsx'
import { readHolidays, textOf, type Holiday } from './read-holidays.ts'

/** Bytes of a file that is read; a calendar of many years stays far below. */
const largestFile = 1_000_000

const fileProblems = { too_large: m.holidays_file_too_large, not_utf8: m.holidays_file_not_utf8, not_text: m.holidays_file_not_text }

/** Text or a file, and below it line by line what is understood; only that is added, and the rest stays in the field. */
export function AddHolidays({ known, onAdd }: { known: Holiday[]; onAdd(holidays: Holiday[]): void }) {
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<keyof typeof fileProblems>()
  const read = readHolidays(text)
  const understood = read.lines.flatMap((line) => ('holiday' in line ? [line.holiday] : []))
  const wrong = read.lines.filter((line) => 'problem' in line)

  function take(): void {
    if (understood.length === 0) return
    onAdd(understood)
    setText(wrong.map((line) => line.text).join('\n'))
  }

  async function open(file: File): Promise<void> {
    const content = file.size > largestFile ? ({ problem: 'too_large' } as const) : textOf(new Uint8Array(await file.arrayBuffer()))
    setProblem('problem' in content ? content.problem : undefined)
    if ('text' in content) setText(content.text)
  }

  return (
    <div className="stack">
      <TextAreaInput
        path="holidays-text"
        rows={4}
        label={m.holidays_paste()}
        hint={m.holidays_paste_hint()}
        value={text}
        onChange={(typed) => {
          setText(typed)
          setProblem(undefined)
        }}
      />
      <div className="cluster">
        <StaffButton look="primary" icon="plus" aria-disabled={understood.length === 0 || undefined} onClick={take}>
          {m.holidays_take({ count: understood.length })}
        </StaffButton>
        <FileButton onFile={(file) => void open(file)} />
        {text !== '' && (
          <StaffButton look="quiet" onClick={() => setText('')}>
            {m.holidays_clear()}
          </StaffButton>
        )}
      </div>
      {problem && (
        <p className="danger" role="alert">
          {fileProblems[problem]()}
        </p>
      )}
      <FoundLines read={read} known={known} />
    </div>
  )
}

/** A button that opens the browser's choice of files; the field itself cannot be styled. */
function FileButton({ onFile }: { onFile(file: File): void }) {
  const field = useRef<HTMLInputElement>(null)
  return (
    <>
      <StaffButton icon="files" onClick={() => field.current?.click()}>
        {m.holidays_file()}
      </StaffButton>
      <FileChooser ref={field} accept=".csv,.ics,.txt,text/csv,text/calendar,text/plain" onFiles={([file]) => file && onFile(file)} />
    </>
  )
}
