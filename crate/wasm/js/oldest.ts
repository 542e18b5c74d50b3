// Memory that is bounded by the number of its entries.

/** Drops the oldest entry of a map or set with more than `most` of them, one of which was just added. */
export function dropOldest<Key>(kept: Map<Key, unknown> | Set<Key>, most: number): void {
  const [oldest] = kept.keys();
  if (kept.size > most) kept.delete(oldest!);
}
