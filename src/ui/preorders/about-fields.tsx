import { m } from '#i18n/generated/messages.js'
import { contactLimits } from '#modules/preorders/rules.ts'
import { TextArea, TextField } from '#ui/kit/field.tsx'
import type { ChangeEvent } from 'react'
import type { PreOrderValues } from './preorder-values.ts'

type Texts = 'title' | 'purpose' | 'contactName' | 'contactPhone' | 'headcount'
type Props = { values: PreOrderValues; onChange(change: Partial<PreOrderValues>): void; errorAt(path: string): string | undefined }

/** Purpose, headcount and contact. */
export function AboutFields({ values, onChange, errorAt }: Props) {
  const bind = (name: Texts) => ({
    name,
    value: values[name],
    error: errorAt(name),
    onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => onChange({ [name]: target.value }),
  })
  return (
    <>
      <TextField {...bind('title')} label={m.preorder_field_title()} hint={m.preorder_field_title_hint()} maxLength={contactLimits.title} />
      <TextArea {...bind('purpose')} label={m.preorder_field_purpose()} maxLength={contactLimits.purpose} optional />
      <TextField
        {...bind('headcount')}
        label={m.preorder_field_headcount()}
        inputMode="numeric"
        pattern="[0-9]*"
        maxLength={4}
        autoComplete="off"
      />
      <div className="pair gap-4">
        <TextField {...bind('contactName')} label={m.orders_contact_name()} autoComplete="name" maxLength={contactLimits.name} />
        <TextField
          {...bind('contactPhone')}
          label={m.orders_contact_phone()}
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          maxLength={contactLimits.phone}
        />
      </div>
    </>
  )
}
