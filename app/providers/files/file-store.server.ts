import { randomBytes } from "node:crypto"
import { mkdir, open, readdir, readFile, rename, rm, stat } from "node:fs/promises"
import { join } from "node:path"
import { env } from "~/utils/env.server"

// The store of uploaded files' bytes. It is one interface, so that another location (a bucket, a volume) is another
// implementation. The facts of a file are database rows, and a row is written only after its bytes are stored.

export type StoredFile = { name: string; changedAt: number }

export type FileStore = {
  /** Stores the bytes whole or not at all; a name is written once. */
  keep(name: string, bytes: Uint8Array): Promise<void>
  read(name: string): Promise<Buffer | undefined>
  /** A name that is not there is no error. */
  drop(name: string): Promise<void>
  /** Every file, with the time it was stored (UTC ms). */
  list(): Promise<StoredFile[]>
}

/** Names are generated IDs: no user input becomes part of a path. */
const nameShape = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** A store in a folder of this machine, two levels deep, readable only by this user. */
export function folderStore(folder: string): FileStore {
  const shelfOf = (name: string) => {
    if (!nameShape.test(name)) throw new Error("This is no name of a stored file.")
    return join(folder, name.slice(0, 2))
  }
  const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === "ENOENT"
  return {
    async keep(name, bytes) {
      const shelf = shelfOf(name)
      await mkdir(shelf, { recursive: true, mode: 0o700 })
      const draft = join(shelf, `.${name}.${randomBytes(4).toString("hex")}`)
      const file = await open(draft, "wx", 0o600)
      try {
        await file.writeFile(bytes)
        await file.sync()
      } finally {
        await file.close()
      }
      await rename(draft, join(shelf, name))
    },
    async read(name) {
      return readFile(join(shelfOf(name), name)).catch((error: unknown) => {
        if (isMissing(error)) return undefined
        throw error
      })
    },
    drop: (name) => rm(join(shelfOf(name), name), { force: true }),
    async list() {
      const shelves = await readdir(folder).catch((error: unknown) => {
        if (isMissing(error)) return []
        throw error
      })
      const found: StoredFile[] = []
      for (const shelf of shelves)
        for (const name of await readdir(join(folder, shelf)))
          if (nameShape.test(name))
            found.push({ name, changedAt: (await stat(join(folder, shelf, name))).mtimeMs })
      return found
    },
  }
}

let chosen: FileStore | undefined

/** The store of this process: the folder `FILES_PATH`, beside the database, unless another was chosen. */
export const fileStore = (): FileStore => chosen ?? folderStore(env().FILES_PATH)

/** Where the disk of one machine is not enough. */
export function keepFilesIn(store: FileStore) {
  chosen = store
}
