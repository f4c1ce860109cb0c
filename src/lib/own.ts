/**
 * Looks a text from outside up in a table. A plain index would also find what every object inherits: `constructor`,
 * `__proto__`, `valueOf`.
 */
export function own<T>(table: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined
}
