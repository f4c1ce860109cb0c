import { m } from '#i18n/generated/messages.js'
import { UndoChange } from '#ui/accounts/undo-change.tsx'
import { createFileRoute } from '@tanstack/react-router'
import { pageHead } from './-page-head.ts'

export const Route = createFileRoute('/undoChange')({
  staticData: { layout: 'validation' },
  validateSearch: (search: { ref?: string | undefined }) => search,
  loader: () => ({ title: m.undo_title(), description: m.undo_description() }),
  head: ({ loaderData }) => pageHead(loaderData),
  component: UndoPage,
})

function UndoPage() {
  const { ref } = Route.useSearch()
  return <UndoChange link={String(ref ?? '')} />
}
