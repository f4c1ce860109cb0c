import { m } from '#i18n/generated/messages.js'
import type { StaffCentreAnswer } from '#modules/centre/wire.ts'
import { Button } from '#ui/kit/button.tsx'
import { TextField } from '#ui/kit/field.tsx'
import { FormProblem } from '#ui/kit/form-problem.tsx'
import { useSubmit } from '#ui/kit/use-submit.ts'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import { ScreenLink } from './screen-link.tsx'
import { setupCentreQuery } from './setup-queries.ts'
import style from './setup.module.css'

/** The centre's name and how it is reached. Logo, colour, map and texts have defaults, and their own screen. */
export function CentreStep({ onSaved }: { onSaved(): Promise<void> }) {
  const { api } = useRouteContext({ from: '__root__' })
  const queryClient = useQueryClient()
  const { data: centre } = useSuspenseQuery(setupCentreQuery(api))
  const { ready, busy, refused, errorAt, form } = useSubmit(async (data) => {
    const text = (name: string) => String(data.get(name) ?? '').trim()
    const words = (name: string) => ({ tw: text(`${name}.tw`), en: text(`${name}.en`) })
    const body = {
      version: centre.version,
      name: words('name'),
      phone: text('phone'),
      email: text('email'),
      address: words('address'),
      deskHours: words('deskHours'),
    }
    try {
      await api.put('/api/Staff/Centre', body)
    } finally {
      // After a conflict too: the fields then show what somebody else has saved.
      await queryClient.invalidateQueries(setupCentreQuery(api))
    }
    await queryClient.invalidateQueries({ queryKey: ['settings'] })
    await onSaved()
  })
  return (
    <form key={centre.version} className={style.form} {...form}>
      <CentreFields centre={centre} errorAt={errorAt} />
      <FormProblem refused={refused} />
      <div className={style.actions}>
        <Button type="submit" busy={busy} disabled={!ready}>
          {m.staff_setup_save()}
        </Button>
        <ScreenLink to="/staff/catalogue/centre">{m.staff_setup_centre_more()}</ScreenLink>
      </div>
    </form>
  )
}

function CentreFields({ centre, errorAt }: { centre: StaffCentreAnswer; errorAt(path: string): string | undefined }) {
  const field = (name: 'name' | 'address' | 'deskHours', language: 'tw' | 'en') => ({
    name: `${name}.${language}`,
    defaultValue: centre[name][language],
    error: errorAt(`${name}.${language}`),
    lang: language === 'tw' ? 'zh-Hant-TW' : 'en',
  })
  return (
    <>
      <div className={style.pair}>
        <TextField {...field('name', 'tw')} label={m.staff_setup_name_tw()} maxLength={60} />
        <TextField {...field('name', 'en')} label={m.staff_setup_name_en()} maxLength={60} />
      </div>
      <div className={style.pair}>
        <TextField
          name="phone"
          label={m.staff_setup_phone()}
          type="tel"
          inputMode="tel"
          defaultValue={centre.phone}
          error={errorAt('phone')}
          optional
        />
        <TextField name="email" label={m.staff_setup_email()} type="email" defaultValue={centre.email} error={errorAt('email')} optional />
      </div>
      <div className={style.pair}>
        <TextField {...field('address', 'tw')} label={m.staff_setup_address_tw()} maxLength={300} optional />
        <TextField {...field('address', 'en')} label={m.staff_setup_address_en()} maxLength={300} optional />
      </div>
      <div className={style.pair}>
        <TextField {...field('deskHours', 'tw')} label={m.staff_setup_hours_tw()} maxLength={300} optional />
        <TextField {...field('deskHours', 'en')} label={m.staff_setup_hours_en()} maxLength={300} optional />
      </div>
    </>
  )
}
