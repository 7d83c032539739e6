// What any store of files can do, whichever it is.

export type StoredObject = { key: string; bytes: number }

export type ObjectStore = {
  /** Its address for people and records, without credentials. */
  place: string
  /** Stores a copy of a file, whole or not at all. A key is never overwritten: a second call throws. */
  keep(key: string, file: { path: string; bytes: number; sha256: string }): Promise<void>
  /** Writes a stored object to a file that doesn't exist yet. */
  fetch(key: string, into: string): Promise<void>
  /** Everything under a prefix, by key. */
  list(prefix?: string): Promise<StoredObject[]>
  /** A missing key is no error. */
  drop(key: string): Promise<void>
}
