import { createApiClient } from '#client/api-client.ts'
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { wishPriceQuery } from './wish-queries.ts'

const api = createApiClient({ token: () => undefined })
const body = { sport: 'badminton', days: ['2026-11-18'], from: '19:00', to: '20:00', minutes: 60, courts: 1 }

it('a price is that of what is asked for: of nothing there is none, and that of before is marked as such', () => {
  const queryClient = new QueryClient()
  const answer = { price: { from: 300, to: 500 } }
  queryClient.setQueryData(wishPriceQuery(api, body).queryKey, answer)
  const observer = new QueryObserver(queryClient, wishPriceQuery(api, body))
  const stop = observer.subscribe(() => undefined)
  expect(observer.getCurrentResult()).toMatchObject({ data: answer, isPlaceholderData: false })
  observer.setOptions(wishPriceQuery(api, undefined))
  expect(observer.getCurrentResult()).toMatchObject({ data: undefined, isPlaceholderData: false })
  observer.setOptions(wishPriceQuery(api, body))
  observer.setOptions({ ...wishPriceQuery(api, { ...body, courts: 2 }), enabled: false })
  expect(observer.getCurrentResult()).toMatchObject({ data: answer, isPlaceholderData: true })
  stop()
})
