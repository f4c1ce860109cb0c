/** Uses after which a statement is worth preparing: parsing and planning cost more than running a small statement. */
const worthPreparing = 3

/** How many statements are remembered. Batch inserts make a text for each number of rows, so there is no natural limit. */
export const statementsAtMost = 500

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
