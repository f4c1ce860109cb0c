import { m } from '#i18n/generated/messages.js'
import { CourtSide } from '#ui/shell/court-side.tsx'
import { LoginForm } from '#ui/accounts/login-form.tsx'
import { createFileRoute } from '@tanstack/react-router'
import { pageHead } from './-page-head.ts'

export const Route = createFileRoute('/login')({
  head: () => pageHead({ title: m.login_title(), description: m.login_description() }),
  component: LoginPage,
})

function LoginPage() {
  return (
    <CourtSide title={m.login_welcome()} lead={m.login_lead()}>
      <LoginForm />
    </CourtSide>
  )
}
