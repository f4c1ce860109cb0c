/** Retries for tests that measure time, which fail on a busy machine. */
export const retryWhenBusy = { retry: 2 }
