/** What the tests use of the package, which brings no types. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  export class Grant {
    constructor(of: { accountId: string; clientId: string })
    addOIDCScope(scope: string): void
    save(): Promise<string>
  }
  export class Provider {
    constructor(issuer: string, configuration: Record<string, unknown>)
    readonly Grant: typeof Grant
    callback(): (request: IncomingMessage & { body?: string }, response: ServerResponse) => void
    interactionFinished(request: IncomingMessage, response: ServerResponse, result: object): Promise<void>
  }
  export const interactionPolicy: {
    base(): { add(prompt: unknown): void }
    Prompt: new (prompt: { name: string; requestable: boolean }) => unknown
  }
  export type Context = { oidc: { provider: Provider; client: { clientId: string }; session: { accountId: string } } }
}
