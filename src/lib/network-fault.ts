/** Why another service was not reached, as far as the error's code tells. */
export type NetworkFault = 'unknown_host' | 'refused' | 'timeout' | 'certificate' | 'certificate_name' | 'certificate_expired' | 'broken'

const faults: readonly (readonly [NetworkFault, RegExp])[] = [
  ['unknown_host', /ENOTFOUND|EAI_AGAIN|EDNS|ENODATA/],
  ['refused', /ECONNREFUSED/],
  ['certificate_name', /ALTNAME|does not match certificate/i],
  ['certificate_expired', /CERT_HAS_EXPIRED|CERT_NOT_YET_VALID|certificate has expired|certificate is not yet valid/i],
  ['certificate', /CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|certificate/i],
  ['timeout', /TIMEDOUT|TIMEOUT|TimeoutError|AbortError|EHOSTUNREACH|ENETUNREACH|Timeout/],
]

/** `reason`: an error's code or message, such as ECONNREFUSED. */
export function networkFaultOf(reason: string): NetworkFault {
  return faults.find(([, codes]) => codes.test(reason))?.[0] ?? 'broken'
}

type Coded = { code?: unknown; errors?: { code?: unknown }[] }

/** Code of an error of fetch, of a socket or of one of several attempted addresses; else its name, such as TimeoutError. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const cause = error.cause as Coded | undefined
  const codes = [cause?.code, cause?.errors?.[0]?.code, (error as Coded).errors?.[0]?.code, (error as Coded).code]
  // The code of a DOMException is a number.
  return codes.find((code) => typeof code === 'string') ?? error.name
}
