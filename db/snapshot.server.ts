import { createWriteStream } from "node:fs"
import { basename } from "node:path"
import { Readable } from "node:stream"
import { pipeline } from "node:stream/promises"
import Database from "better-sqlite3"

/**
 * Writes a whole, consistent copy of the live database to a new file while everyone goes on working. On LiteFS the node
 * itself exports it: a long read of ours would hold up replication. Otherwise SQLite's own backup does, in one step, so
 * that writes cannot make it start again and again.
 *
 * @param litefs the address of this node's LiteFS, or undefined without it
 */
export async function copyDatabase({
  from,
  into,
  litefs,
}: {
  from: string
  into: string
  litefs?: string | undefined
}): Promise<void> {
  if (litefs) {
    const answer = await fetch(`${litefs}/export?name=${encodeURIComponent(basename(from))}`)
    if (!answer.ok || !answer.body) throw new Error(`LiteFS does not export: ${answer.status}`)
    await pipeline(
      Readable.fromWeb(answer.body as never),
      createWriteStream(into, { flags: "wx", mode: 0o600 }),
    )
    return
  }
  const live = new Database(from, { readonly: true, fileMustExist: true })
  try {
    await live.backup(into, { progress: () => 2 ** 31 - 1 })
  } finally {
    live.close()
  }
}

/** Opens a database file that is no one's, read-only, for as long as `work` takes. */
export function readCopy<Result>(path: string, work: (copy: Database.Database) => Result): Result {
  const copy = new Database(path, { readonly: true, fileMustExist: true })
  try {
    return work(copy)
  } finally {
    copy.close()
  }
}

export type Copy = Database.Database
