import { m } from '#i18n/generated/messages.js'
import type { DataLocale } from '#i18n/languages.ts'
import { textKinds, type OwnText, type TextKind } from '#modules/centre/rules.ts'
import type { StaffCentreAnswer } from '#modules/centre/wire.ts'
import type { ReactNode } from 'react'
import type { FieldErrors } from './centre-draft.ts'
import { TextEditor } from './text-editor.tsx'

/** Texts that differ from what is saved. */
export type TextsDraft = Partial<Record<TextKind, OwnText>>

export const textTitles: Record<TextKind, () => string> = { privacy: m.privacy_title, terms: m.terms_title, footer: m.staff_text_footer }
const shapes: Record<TextKind, { rows: number; maxLength: number }> = {
  privacy: { rows: 18, maxLength: 30_000 },
  terms: { rows: 18, maxLength: 30_000 },
  footer: { rows: 3, maxLength: 600 },
}

/** The texts of a draft that differ from the saved ones. */
export const changedTexts = (draft: TextsDraft, saved: StaffCentreAnswer['texts']): TextsDraft =>
  Object.fromEntries(
    textKinds
      .filter((kind) => draft[kind] && JSON.stringify(draft[kind]) !== JSON.stringify(saved[kind]))
      .map((kind) => [kind, draft[kind]]),
  )

type Props = {
  centre: Pick<StaffCentreAnswer, 'texts' | 'defaults'>
  draft: TextsDraft
  onChange(change: TextsDraft): void
  preview(text: string, language: DataLocale): Promise<string>
  errors: FieldErrors
  /** Frame of one text. */
  frame(title: string, editor: ReactNode): ReactNode
}

/** The notice on personal data, the terms of use and the footer, each with the text that the service comes with. */
export function TextFields({ centre: { texts, defaults }, draft, onChange, preview, errors, frame }: Props) {
  return textKinds.map((kind) => (
    <div key={kind}>
      {frame(
        textTitles[kind](),
        <TextEditor
          label={textTitles[kind]()}
          value={draft[kind] ?? texts[kind]}
          standard={defaults[kind]}
          onChange={(text) => onChange({ [kind]: text })}
          preview={preview}
          errors={errors}
          path={`texts.${kind}`}
          {...shapes[kind]}
        />,
      )}
    </div>
  ))
}
