import { m } from '#i18n/generated/messages.js'
import { TextArea, TextField } from '#ui/kit/field.tsx'

export type Contact = { contactName: string; contactPhone: string; remark: string }

type Props = { values: Contact; onChange(change: Partial<Contact>): void; errorAt(path: string): string | undefined }

export function ContactFields({ values, onChange, errorAt }: Props) {
  return (
    <>
      <div className="pair gap-4">
        <TextField
          name="contactName"
          label={m.orders_contact_name()}
          value={values.contactName}
          onChange={({ target }) => onChange({ contactName: target.value })}
          error={errorAt('contactName')}
          autoComplete="name"
          maxLength={60}
          optional
        />
        <TextField
          name="contactPhone"
          label={m.orders_contact_phone()}
          value={values.contactPhone}
          onChange={({ target }) => onChange({ contactPhone: target.value })}
          error={errorAt('contactPhone')}
          type="tel"
          autoComplete="tel"
          inputMode="tel"
          maxLength={30}
          optional
        />
      </div>
      <TextArea
        name="remark"
        label={m.orders_remark()}
        value={values.remark}
        onChange={({ target }) => onChange({ remark: target.value })}
        error={errorAt('remark')}
        maxLength={500}
        optional
      />
    </>
  )
}
