import { m } from '#i18n/generated/messages.js'
import { useApi } from '#ui/session/use-api.ts'
import { ReadFailure } from '#ui/staff/kit/read-failure.tsx'
import { StaffButtonLink, StaffButton } from '#ui/staff/kit/staff-button.tsx'
import { StaffPage } from '#ui/staff/kit/staff-page.tsx'
import { TabLink, TabLinks } from '#ui/staff/kit/tab-links.tsx'
import { useScreenLive } from '#ui/staff/kit/use-staff-live.ts'
import { useQuery } from '@tanstack/react-query'
import { InvitationTable } from './invitation-table.tsx'
import type { ColleaguesSearch } from './colleagues-search.ts'
import { ColleagueSheet } from './colleague-sheet.tsx'
import { RolesView } from './roles-view.tsx'
import { staffListQuery, useColleagueCall } from './staff-query.ts'
import { StaffTable } from './staff-table.tsx'
import { getLocale } from '#i18n/generated/runtime.js'
import { LanguageOptions } from '#ui/staff/kit/language-options.tsx'
import { SelectField, TextField } from '#ui/kit/field.tsx'
import { Callout } from '#ui/kit/callout.tsx'
import { FormProblem } from '#ui/kit/form-problem.tsx'
import { Sheet, SheetActions } from '#ui/kit/sheet.tsx'
import { useSubmit } from '#ui/kit/use-submit.ts'
import { checkRoles, RoleChoice } from './role-choice.tsx'

/** Screen of admins: who runs the centre, who is invited, and what each role may do. */
export function ColleaguesScreen({ view, who, invite, onClose }: ColleaguesSearch & { onClose(): void }) {
  const list = staffListQuery(useApi())
  const read = useQuery(list)
  const { data, dataUpdatedAt } = read
  useScreenLive('/staff/settings/staff', [list.queryKey])
  if (!data) return <ReadFailure read={read} />
  const now = new Date(dataUpdatedAt)
  const chosen = data.staff.find(({ id }) => id === who)
  return (
    <StaffPage
      title={m.staff_screen_staff()}
      lead={m.staff_people_lead()}
      actions={
        !data.rolesBy && (
          <StaffButtonLink to="/staff/settings/staff" search={{ invite: 'new' }} look="primary" icon="plus">
            {m.staff_people_invite()}
          </StaffButtonLink>
        )
      }
      tabs={
        <TabLinks label={m.staff_screen_staff()}>
          <TabLink to="/staff/settings/staff" here={view !== 'roles'}>
            {m.staff_people_tab({ count: data.staff.length })}
          </TabLink>
          <TabLink to="/staff/settings/staff" search={{ view: 'roles' }} here={view === 'roles'}>
            {m.staff_roles_tab()}
          </TabLink>
        </TabLinks>
      }
    >
      {view === 'roles' ? (
        <RolesView />
      ) : (
        <>
          {data.rolesBy && <Callout>{m.staff_roles_by({ way: data.rolesBy })}</Callout>}
          <StaffTable staff={data.staff} now={now} />
          <InvitationTable invitations={data.invitations} />
        </>
      )}
      <InviteSheet open={invite !== undefined && !data.rolesBy} onClose={onClose} />
      {chosen && <ColleagueSheet key={chosen.id} person={chosen} now={now} rolesBy={data.rolesBy} onClose={onClose} />}
    </StaffPage>
  )
}

/** Invites somebody by mail. */
function InviteSheet({ open, onClose }: { open: boolean; onClose(): void }) {
  return (
    <Sheet open={open} title={m.staff_people_invite()} onClose={onClose}>
      <InviteForm onClose={onClose} />
    </Sheet>
  )
}

function InviteForm({ onClose }: { onClose(): void }) {
  const call = useColleagueCall()
  const { busy, refused, errorAt, form } = useSubmit(
    async (fields) => {
      const email = String(fields.get('email')).trim()
      const body = { email, roles: fields.getAll('roles'), locale: fields.get('locale') }
      await call('/api/Staff/Invitation', body, m.staff_invite_done({ email }))
      onClose()
    },
    { check: checkRoles },
  )
  return (
    <form className="stack gap-4" {...form}>
      <TextField
        name="email"
        type="email"
        label={m.staff_invite_email()}
        hint={errorAt('email') ? undefined : m.staff_invite_email_hint()}
        error={errorAt('email')}
        autoComplete="off"
        maxLength={254}
      />
      <RoleChoice chosen={['desk']} error={errorAt('roles')} />
      <SelectField name="locale" label={m.staff_invite_language()} defaultValue={getLocale()}>
        <LanguageOptions />
      </SelectField>
      <FormProblem refused={refused} />
      <SheetActions
        main={
          <StaffButton type="submit" look="primary" busy={busy}>
            {m.staff_invite_send()}
          </StaffButton>
        }
      >
        <StaffButton onClick={onClose}>{m.staff_people_cancel()}</StaffButton>
      </SheetActions>
    </form>
  )
}
