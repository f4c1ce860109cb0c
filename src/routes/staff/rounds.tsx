import { m } from '#i18n/generated/messages.js'
import { newRoundQuery, roundsQuery, seasonQuery } from '#ui/staff/rounds/rounds-queries.ts'
import { RoundsScreen } from '#ui/staff/rounds/rounds-screen.tsx'
import { roundsSearch, type RoundsSearch } from '#ui/staff/rounds/rounds-search.ts'
import { createFileRoute } from '@tanstack/react-router'
import { pageHead } from '../-page-head.ts'

export const Route = createFileRoute('/staff/rounds')({
  validateSearch: (search: RoundsSearch) => search,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient, api }, deps }) => {
    const { round, copy } = roundsSearch(deps)
    // An unknown round is no failure of the page: the screen shows a message.
    if (round === undefined) await queryClient.ensureQueryData(roundsQuery(api)).catch(() => undefined)
    else if (round === 'new')
      await Promise.all([
        queryClient.ensureQueryData(newRoundQuery(api, { seasonFrom: '', seasonTo: '' })).catch(() => undefined),
        copy === undefined ? undefined : queryClient.ensureQueryData(seasonQuery(api, copy)).catch(() => undefined),
      ])
    else await queryClient.ensureQueryData(seasonQuery(api, round)).catch(() => undefined)
    return { title: m.staff_screen_rounds() }
  },
  head: ({ loaderData }) => pageHead(loaderData),
  component: () => <RoundsScreen search={Route.useSearch()} />,
})
