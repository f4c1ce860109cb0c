/**
 * The value of an object's own property. For keys that come from outside: plain indexing would also find inherited
 * properties such as `constructor`, `__proto__` and `valueOf`.
 */
export function ownValue<T>(table: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined
}
