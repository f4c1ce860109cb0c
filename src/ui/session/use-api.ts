import type { ApiClient } from '#client/api-client.ts'
import { useRouteContext } from '@tanstack/react-router'

/** The API, as every page calls it. */
export const useApi = (): ApiClient => useRouteContext({ from: '__root__' }).api
