import { CancelledError, QueryClient, type DefaultError, type FetchQueryOptions, type QueryKey } from '@tanstack/react-query'

/**
 * The query cache of a page. When somebody logs in or out the cache is emptied (ui/session/logout.ts), which cancels what is being
 * read. A loader that waits for it gets the answer for the new viewer, instead of failing.
 */
export class PageQueryClient extends QueryClient {
  override async fetchQuery<Answer = unknown, Failure = DefaultError, Data = Answer, Key extends QueryKey = QueryKey, Page = never>(
    options: FetchQueryOptions<Answer, Failure, Data, Key, Page>,
  ): Promise<Data> {
    try {
      return await super.fetchQuery(options)
    } catch (error) {
      if (error instanceof CancelledError && error.silent) return this.fetchQuery(options)
      throw error
    }
  }
}
