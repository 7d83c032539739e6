import { existsSync } from "node:fs"
import { join } from "node:path"
import { type FileStore, folderStore } from "~/providers/files/file-store.server"
import { databaseStore } from "./stored-file.server"

// Uploaded files on their way out of the database, when several machines become one (docs/operations.md).

type Moved = {
  /** Files copied now. */
  copied: number
  /** Files that were in the folder already, the same bytes. */
  known: number
  /** Files taken out of the database. */
  forgotten: number
  /** Names of files whose bytes in the folder are others: left alone on both sides. */
  different: string[]
}

/**
 * Copies every file of the database into a folder. With `forgets`, each that the folder then has byte for byte is taken out of
 * the database. Can be repeated, and stopped at any time.
 */
export async function moveFilesOut(folder: string, { forgets = false } = {}): Promise<Moved> {
  const store = folderStore(folder)
  const moved: Moved = { copied: 0, known: 0, forgotten: 0, different: [] }
  for (const { name } of await databaseStore.list()) {
    const bytes = await databaseStore.read(name)
    if (!bytes) continue
    const isKnown = existsSync(join(folder, name.slice(0, 2), name))
    if (!isKnown) await store.keep(name, bytes)
    if (!(await isSame(store, name, bytes))) {
      moved.different.push(name)
      continue
    }
    moved[isKnown ? "known" : "copied"] += 1
    if (forgets) {
      await databaseStore.drop(name)
      moved.forgotten += 1
    }
  }
  return moved
}

const isSame = async (store: FileStore, name: string, bytes: Buffer) =>
  (await store.read(name))?.equals(bytes) === true
