import { m } from '#i18n/generated/messages.js'
import { setupSteps, type SetupStep } from '#modules/staff/setup-rules.ts'
import { Button } from '#ui/kit/button.tsx'
import { useApi } from '#ui/session/use-api.ts'
import { ConnectionList } from '#ui/staff/kit/connection-list.tsx'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { CatalogueStep } from './catalogue-step.tsx'
import { CentreStep } from './centre-step.tsx'
import { DoorsStep } from './doors-step.tsx'
import { RulesStep } from './rules-step.tsx'
import { headingId, SetupFrame } from './setup-frame.tsx'
import { setupQuery } from './setup-queries.ts'
import style from './setup.module.css'

type WizardStep = Exclude<SetupStep, 'account'>
const words: Record<WizardStep, { title: () => string; lead: () => string }> = {
  centre: { title: m.staff_setup_centre_title, lead: m.staff_setup_centre_lead },
  catalogue: { title: m.staff_setup_catalogue_title, lead: m.staff_setup_catalogue_lead },
  rules: { title: m.staff_setup_rules_title, lead: m.staff_setup_rules_lead },
  connections: { title: m.staff_setup_connections_title, lead: m.staff_setup_connections_lead },
  doors: { title: m.staff_setup_doors_title, lead: m.staff_setup_doors_lead },
}

/** The steps of an admin. Each saves at once; which are done is read from the data. */
export function SetupWizard({ step }: { step: SetupStep | undefined }) {
  const api = useApi()
  const router = useRouter()
  const queryClient = useQueryClient()
  const { data: setup } = useSuspenseQuery(setupQuery(api))
  const wanted = step ?? setup.next
  const here: WizardStep = wanted === 'account' ? 'centre' : wanted
  const goOn = async () => {
    await queryClient.invalidateQueries(setupQuery(api))
    const after = setupSteps[setupSteps.indexOf(here) + 1] ?? 'doors'
    await router.navigate({ to: '/setup', search: { step: after } })
    document.getElementById(headingId)?.focus()
  }
  const { title, lead } = words[here]
  return (
    <SetupFrame here={here} done={setup.done} title={title()} lead={lead()}>
      {here === 'centre' && <CentreStep onSaved={goOn} />}
      {here === 'catalogue' && <CatalogueStep setup={setup} onSaved={goOn} onSkip={() => void goOn()} />}
      {here === 'rules' && <RulesStep hasRules={setup.done.rules} onSaved={goOn} />}
      {here === 'connections' && (
        <>
          <ConnectionList />
          <div className={style.actions}>
            <Button onClick={() => void goOn()}>{m.staff_setup_next()}</Button>
          </div>
        </>
      )}
      {here === 'doors' && <DoorsStep setup={setup} onSaved={goOn} />}
    </SetupFrame>
  )
}
