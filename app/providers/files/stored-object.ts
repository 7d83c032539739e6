// What any store of files can do, whichever it is.

export type StoredObject = { key: string; bytes: number }

export type ObjectStore = {
  /** Its address for people and records, without credentials. */
  place: string
  /** Keeps a copy of a file, whole or not at all. What is kept under a key is never replaced: a second time throws. */
  keep(key: string, file: { path: string; bytes: number; sha256: string }): Promise<void>
  /** Writes what is kept to a file that does not exist yet. */
  fetch(key: string, into: string): Promise<void>
  /** Everything under a prefix, by key. */
  list(prefix?: string): Promise<StoredObject[]>
  /** A key that is not there is no error. */
  drop(key: string): Promise<void>
}
