import { m } from '#i18n/generated/messages.js'
import { TextBox } from '#ui/kit/control.tsx'
import { Field } from '#ui/kit/field.tsx'
import { FileChooser } from '#ui/kit/file-chooser.tsx'
import { fieldId, useFieldError } from '#ui/staff/kit/fields.tsx'
import { StaffButton } from '#ui/staff/kit/staff-button.tsx'
import type { StaffIconName } from '#ui/staff/kit/staff-icon.tsx'
import { useRef, useState, type ClipboardEvent, type DragEvent, type KeyboardEvent } from 'react'
import { applyEdit } from './apply-edit.ts'
import { continueList, insertBlock, makeLink, tableText, toggleLines, toggleMarks, type Edit } from './markdown-edit.ts'
import style from './markdown-field.module.css'

type Selected = { text: string; start: number; end: number }
type Tool = { icon: StaffIconName; label: () => string; keys?: string; edit(selected: Selected): Edit }

/** What the renderer knows, and the keys that other editors have for it. */
const tools: readonly Tool[] = [
  { icon: 'bold', label: m.staff_md_bold, keys: 'b', edit: (at) => toggleMarks(at, '**', m.staff_md_words()) },
  { icon: 'italic', label: m.staff_md_italic, keys: 'i', edit: (at) => toggleMarks(at, '*', m.staff_md_words()) },
  { icon: 'heading', label: m.staff_md_heading, keys: 'shift+h', edit: (at) => toggleLines(at, 'heading') },
  { icon: 'bullets', label: m.staff_md_bullets, keys: 'shift+8', edit: (at) => toggleLines(at, 'bullets') },
  { icon: 'numbers', label: m.staff_md_numbers, keys: 'shift+7', edit: (at) => toggleLines(at, 'numbers') },
  { icon: 'quote', label: m.staff_md_quote, keys: 'shift+9', edit: (at) => toggleLines(at, 'quote') },
  { icon: 'link', label: m.staff_md_link, keys: 'shift+l', edit: (at) => makeLink(at, m.staff_md_words()) },
  { icon: 'table', label: m.staff_md_table, edit: (at) => insertBlock(at, tableText(m.staff_md_column(), m.staff_md_cell())) },
]

type Props = {
  path: string
  label: string
  lang: string
  value: string
  maxLength: number
  onChange(value: string): void
  /** Pictures that were dropped, pasted or chosen. */
  onPictures(files: File[]): void
  setArea(area: HTMLTextAreaElement | null): void
}

/** A text in Markdown with a toolbar that writes it. Pictures are dropped, pasted or chosen. */
export function MarkdownField({ path, label, lang, value, maxLength, onChange, onPictures, setArea }: Props) {
  const area = useRef<HTMLTextAreaElement>(null)
  const error = useFieldError(path)
  const [isOver, setOver] = useState(false)
  const use = (tool: Tool) => area.current && applyEdit(area.current, tool.edit(selectedIn(area.current)))
  const setRef = (element: HTMLTextAreaElement | null) => {
    area.current = element
    setArea(element)
  }
  const takePictures = (event: ClipboardEvent | DragEvent, data: DataTransfer | null) => {
    const files = [...(data?.files ?? [])].filter(({ type }) => type.startsWith('image/'))
    if (files.length === 0) return
    event.preventDefault()
    onPictures(files)
  }
  return (
    <Field id={fieldId(path)} label={label} error={error}>
      {(described) => (
        <div className={style.editor} data-over={isOver || undefined}>
          <Toolbar controls={described.id} label={label} onTool={use} onPictures={onPictures} />
          <TextBox
            ref={setRef}
            className={style.area}
            name={path}
            rows={16}
            lang={lang}
            maxLength={maxLength}
            {...described}
            value={value}
            onChange={(event) => onChange(event.target.value)}
            onKeyDown={(event) => pressKey(event, use)}
            onPaste={(event) => takePictures(event, event.clipboardData)}
            onDragOver={(event) => [...event.dataTransfer.types].includes('Files') && (event.preventDefault(), setOver(true))}
            onDragLeave={() => setOver(false)}
            onDrop={(event) => (setOver(false), takePictures(event, event.dataTransfer))}
          />
        </div>
      )}
    </Field>
  )
}

const selectedIn = ({ value, selectionStart, selectionEnd }: HTMLTextAreaElement): Selected => ({
  text: value,
  start: selectionStart,
  end: selectionEnd,
})

function pressKey(event: KeyboardEvent<HTMLTextAreaElement>, use: (tool: Tool) => void): void {
  if (event.nativeEvent.isComposing) return
  if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey) {
    const edit = continueList(selectedIn(event.currentTarget))
    if (!edit) return
    event.preventDefault()
    applyEdit(event.currentTarget, edit)
    return
  }
  if (!(event.ctrlKey || event.metaKey) || event.altKey) return
  // By its place on the keyboard: with Shift, the digits have other names.
  const key = event.code.replace(/^(Digit|Key)/, '').toLowerCase()
  const tool = tools.find(({ keys }) => keys === (event.shiftKey ? `shift+${key}` : key))
  if (!tool) return
  event.preventDefault()
  use(tool)
}

const keysWord = (keys: string) => `Ctrl+${keys.replace('shift+', 'Shift+').replace(/[a-z]$/, (letter) => letter.toUpperCase())}`

type ToolbarProps = { controls: string; label: string; onTool(tool: Tool): void; onPictures(files: File[]): void }

/** ARIA toolbar: one tab stop, arrow keys move inside it. */
function Toolbar({ controls, label, onTool, onPictures }: ToolbarProps) {
  const [at, setAt] = useState(0)
  const chooser = useRef<HTMLInputElement>(null)
  const count = tools.length + 1
  const move = (event: KeyboardEvent<HTMLDivElement>) => {
    const next = { ArrowRight: at + 1, ArrowLeft: at - 1 + count, Home: 0, End: count - 1 }[event.key]
    if (next === undefined) return
    event.preventDefault()
    setAt(next % count)
    event.currentTarget.querySelectorAll('button')[next % count]?.focus()
  }
  const props = (index: number, name: string) => ({
    look: 'quiet' as const,
    iconOnly: true,
    children: name,
    tabIndex: index === at ? 0 : -1,
    onFocus: () => setAt(index),
  })
  return (
    // The buttons are focused, one of them by the tab key: the toolbar itself is not.
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus
    <div role="toolbar" aria-label={m.staff_md_toolbar({ what: label })} aria-controls={controls} className={style.tools} onKeyDown={move}>
      {tools.map((tool, index) => {
        const name = tool.keys ? `${tool.label()} (${keysWord(tool.keys)})` : tool.label()
        return <StaffButton key={tool.icon} icon={tool.icon} {...props(index, name)} onClick={() => onTool(tool)} />
      })}
      <StaffButton icon="picture" {...props(tools.length, m.staff_md_picture())} onClick={() => chooser.current?.click()} />
      <FileChooser ref={chooser} accept="image/*" multiple aria-label={m.staff_md_picture()} onFiles={onPictures} />
    </div>
  )
}
