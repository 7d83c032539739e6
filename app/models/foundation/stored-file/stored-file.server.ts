import { storedFiles } from "db/schema/foundation-files"
import { eq } from "drizzle-orm"
import type { FileStore } from "~/providers/files/file-store.server"
import { platformAdd, platformRemove, select } from "../access/door.server"

/**
 * Files kept in the database, for several machines that share it and no disk: they replicate with the rows that know of
 * them, in the same order, and a backup has both. Times are the machine's own, as on a disk.
 */
export const databaseStore: FileStore = {
  async keep(name, bytes) {
    platformAdd(storedFiles, { name, bytes: Buffer.from(bytes), keptAt: Date.now() })
  },
  async read(name) {
    return select({ bytes: storedFiles.bytes }).from(storedFiles).where(eq(storedFiles.name, name)).get()
      ?.bytes
  },
  async drop(name) {
    platformRemove(storedFiles, eq(storedFiles.name, name))
  },
  async list() {
    return select({ name: storedFiles.name, changedAt: storedFiles.keptAt }).from(storedFiles).all()
  },
}
