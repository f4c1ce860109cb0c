import { m } from '#i18n/generated/messages.js'
import { Button } from '#ui/kit/button.tsx'
import { FormProblem } from '#ui/kit/form-problem.tsx'
import { SheetActions } from '#ui/kit/sheet.tsx'
import { toast } from '#ui/kit/toast.tsx'
import { useSubmit } from '#ui/kit/use-submit.ts'
import { reloadViewer } from '#ui/session/logout.ts'
import { useApi } from '#ui/session/use-api.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { clubPeopleQuery } from './club-queries.ts'

/** Something that is asked about before it is done. `isOwn`: the viewer's own role is another afterwards. `endsRole`: somebody has none any more. */
export type Doing = { title: string; text: string; label: string; isOwn?: true; endsRole?: true; run(): Promise<void> }
export type Asking = { onAsk(doing: Doing): void }

export function DoNow({ text, label, isOwn, endsRole, run, onDone }: Doing & { onDone(): void }) {
  const api = useApi()
  const router = useRouter()
  const queryClient = useQueryClient()
  const { busy, refused, form } = useSubmit(async () => {
    await run()
    toast('success', m.club_done())
    onDone()
    if (isOwn) await reloadViewer(router)
    else await queryClient.invalidateQueries({ queryKey: clubPeopleQuery(api).queryKey })
  })
  return (
    <form {...form} className="stack gap-5">
      <p>{text}</p>
      <FormProblem refused={refused} />
      <SheetActions
        main={
          <Button type="submit" look={endsRole ? 'danger' : 'primary'} busy={busy}>
            {label}
          </Button>
        }
      />
    </form>
  )
}
