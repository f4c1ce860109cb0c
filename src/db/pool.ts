import pg from 'pg'
import { CircuitBreaker } from './circuit-breaker.ts'
import { isConnectionLoss, isRefusalByServer } from './unavailable.ts'

/** Uses after which a statement is worth preparing: parsing and planning cost more than running a small statement. */
const worthPreparing = 3

/** How many statements are remembered. Batch inserts make a text for each number of rows, so there is no natural limit. */
const statementsAtMost = 500

/**
 * Names for prepared statements. A text that keeps coming gets a name; when there are too many, the one that was used
 * least recently is forgotten.
 *
 * A connection keeps a name and its text together until it ends. A name is therefore never given to a second text: a
 * text that comes back after it was forgotten gets a new name.
 */
export class StatementNames {
  /** In the order of their last use: a Map keeps the order in which its keys were added. */
  readonly #known = new Map<string, { name: string; uses: number }>()
  readonly #atMost: number
  #made = 0

  constructor(atMost: number) {
    this.#atMost = atMost
  }

  /** Counts one use. Undefined: not worth preparing yet. */
  nameOf(text: string): string | undefined {
    const statement = this.#known.get(text) ?? { name: `fh_${this.#made++}`, uses: 0 }
    statement.uses++
    this.#known.delete(text)
    this.#known.set(text, statement)
    if (this.#known.size > this.#atMost) this.#known.delete(this.#known.keys().next().value!)
    return statement.uses < worthPreparing ? undefined : statement.name
  }
}

type PoolOptions = { url: string; max: number; name: string; types?: pg.CustomTypesConfig }

/** How long a caller waits for a free connection, in milliseconds. Long, because a rush is no outage. */
const queueFor = 10_000

/**
 * The pool of connections of this process. When connections are lost, statements under way reject with
 * DatabaseUnavailable, and later ones connect again. `prepare=false` in the address: a pooler may give every transaction another
 * connection, so that no statement is prepared by name.
 */
export class ConnectionPool {
  readonly options = {}
  readonly #pool: pg.Pool
  readonly #open = new Set<pg.Client>()
  readonly #breaker: CircuitBreaker

  constructor({ url, max, name, types }: PoolOptions) {
    const [open, watch] = [this.#open, <T>(work: () => Promise<T>) => this.#breaker.track(work)]
    const names = URL.parse(url)?.searchParams.get('prepare') === 'false' ? undefined : statementNames
    class Connection extends WatchedClient {
      constructor(options?: pg.ClientConfig) {
        super(options, watch, names)
        open.add(this)
        this.once('end', () => open.delete(this))
      }
    }
    this.#pool = new pg.Pool({
      connectionString: url,
      max,
      application_name: name,
      connectionTimeoutMillis: queueFor,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      Client: Connection,
      ...(types ? { types } : {}),
    })
    // The pool replaces an idle connection that breaks. Without a listener, the event would end the process.
    this.#pool.on('error', () => {})
    this.#breaker = new CircuitBreaker({ ping: (tooLong) => ping(url, tooLong), onSilence: () => this.#cutAll() })
  }

  async connect(): Promise<pg.PoolClient> {
    const client = await this.#breaker.track(
      () => this.#pool.connect(),
      (late) => late.release(true),
    )
    const release = client.release
    client.release = (destroy) => release(destroy || !(client as unknown as WatchedClient).isReusable)
    return client
  }

  async query(text: string, values?: unknown[]): Promise<pg.QueryResult> {
    const client = await this.connect()
    try {
      return await client.query(text, values)
    } finally {
      client.release()
    }
  }

  async end(): Promise<void> {
    this.#breaker.stop()
    await this.#pool.end()
  }

  #cutAll(): void {
    for (const client of this.#open) cut(client)
  }
}

type Watch = <T>(work: () => Promise<T>) => Promise<T>

const statementNames = new StatementNames(statementsAtMost)

/**
 * What one connection may have prepared before it is replaced. Names that were forgotten stay prepared on a connection,
 * in the server's memory and in pg's. Taking them back one by one (DEALLOCATE) would cost a round trip each, and fails
 * in a transaction that has failed; a new connection costs one, rarely.
 */
const preparedAtMost = 2 * statementsAtMost

/** A connection that prepares statements, and that listens to its errors: without a listener, an error event would end the process. */
class WatchedClient extends pg.Client {
  #isLost = false
  readonly #prepared = new Set<string>()
  readonly #names: StatementNames | undefined

  /** `names` undefined: no statement is prepared by name. */
  constructor(options: pg.ClientConfig | undefined, watch: Watch, names: StatementNames | undefined) {
    super(options)
    this.#names = names
    this.on('error', () => (this.#isLost = true))
    const query = super.query.bind(this) as (text: unknown, values?: unknown) => Promise<pg.QueryResult>
    const watched = (text: unknown, values?: unknown[]) =>
      watch(() => query(this.#prepare(text, values), values)).catch((error: unknown) => {
        this.#isLost ||= isConnectionLoss(error)
        throw error
      })
    this.query = watched as typeof this.query
  }

  /** May go back to the pool. */
  get isReusable(): boolean {
    return !this.#isLost && this.#prepared.size < preparedAtMost
  }

  /** Statements without values are transaction control or scripts of several statements, which cannot be prepared. */
  #prepare(text: unknown, values: unknown[] | undefined): unknown {
    if (typeof text !== 'string' || values === undefined || values.length === 0) return text
    const name = this.#names?.nameOf(text)
    if (name === undefined) return text
    this.#prepared.add(name)
    return { name, text, values }
  }
}

/**
 * True when PostgreSQL answers a new connection, even if by refusing it (too many connections, for example). A pooler accepts
 * connections while PostgreSQL is down; behind one, a statement must be answered too.
 */
async function ping(url: string, tooLong: AbortSignal): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, application_name: 'fieldhouse-ping' })
  client.on('error', () => {})
  tooLong.addEventListener('abort', () => cut(client))
  try {
    await client.connect()
    if (URL.parse(url)?.searchParams.has('prepare')) await client.query('select 1')
    void client.end().catch(() => {})
    return true
  } catch (error) {
    return isRefusalByServer(error)
  }
}

/** Closes a connection's socket at once; statements that wait for it fail. */
function cut(client: pg.Client): void {
  const { connection } = client as unknown as { connection: { stream: { destroy(): void } } }
  connection.stream.destroy()
}
