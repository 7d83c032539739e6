import { existsSync, statSync } from "node:fs"
import { mkdir, rename, writeFile } from "node:fs/promises"
import { dirname, join } from "node:path"
import { readCopy } from "db/snapshot.server"
import { folderStore } from "~/providers/files/file-store.server"
import type { ObjectStore, StoredObject } from "~/providers/files/stored-object"
import { now } from "~/utils/clock.server"
import { countOf } from "~/utils/formats"
import { inTemporaryFolder, sha256Of } from "./backup-records.server"

// Uploaded files of one machine, kept beside the backups of its database. A file never changes under its name, so each is
// sent once. What is deleted stays as long as the backups that know it. With several machines files are in the database.

const day = 24 * 3_600_000

/** Several installations may share a store: each has its own shelf. */
const filesOf = (installation: string) => `files/${installation}/`
const gonesOf = (installation: string) => `gone/${installation}/`
const nameOf = (key: string) => key.slice(key.lastIndexOf("/") + 1)

export type FileBackup = { store: ObjectStore; installation: string; folder: string }

/**
 * Sends every file that the store lacks. Answers how many there are now and what is wrong; a file that the store has in
 * another size is.
 */
export async function backUpFiles({
  store,
  installation,
  folder,
}: FileBackup): Promise<{ files: number; problem: string | null }> {
  const stored = new Map(
    (await store.list(filesOf(installation))).map(({ key, bytes }) => [nameOf(key), bytes]),
  )
  const live = await folderStore(folder).list()
  let different = 0
  for (const { name } of live) {
    const path = pathOf(folder, name)
    const bytes = statSync(path, { throwIfNoEntry: false })?.size
    const known = stored.get(name)
    // Deleted meanwhile.
    if (bytes === undefined) continue
    if (known === undefined) await send(store, `${filesOf(installation)}${name}`, { path, bytes })
    else if (known !== bytes) different += 1
  }
  return {
    files: live.length,
    problem: different ? `${different} uploaded files are of another size in the store` : null,
  }
}

/** Sends a file, unless it is deleted at that moment: the rest of the backup must not fail for it. */
async function send(store: ObjectStore, key: string, { path, bytes }: { path: string; bytes: number }) {
  try {
    await store.keep(key, { path, bytes, sha256: await sha256Of(path) })
  } catch (error) {
    if (existsSync(path)) throw error
  }
}

const pathOf = (folder: string, name: string) => join(folder, name.slice(0, 2), name)

/** Drops files that were deleted here more than `keepDays` ago. A mark in the store remembers on which day one was gone first. */
export async function tidyFiles(
  { store, installation, folder }: FileBackup,
  keepDays: number,
): Promise<void> {
  // A folder that is missing as a whole is not mounted, or misspelled in the settings: no one deleted its files.
  if (!existsSync(folder)) return
  const marks = new Map(
    (await store.list(gonesOf(installation))).map(({ key }) => [nameOf(key), key] as const),
  )
  const today = new Date(now()).toISOString().slice(0, 10)
  for (const { key } of await store.list(filesOf(installation))) {
    const name = nameOf(key)
    const mark = marks.get(name)
    if (existsSync(pathOf(folder, name))) {
      // It was restored.
      if (mark) await store.drop(mark)
    } else if (!mark) await leaveMark(store, `${gonesOf(installation)}${today}/${name}`)
    else if (now() - endOfDay(mark.split("/").at(-2) ?? "") > keepDays * day) {
      await store.drop(key)
      await store.drop(mark)
    }
  }
}

/** Backups of that day may know the file until its end (UTC). */
const endOfDay = (date: string) => Date.parse(date) + day

const leaveMark = (store: ObjectStore, key: string) =>
  inTemporaryFolder(async (folder) => {
    const path = join(folder, "mark")
    await writeFile(path, key)
    await store.keep(key, { path, bytes: Buffer.byteLength(key), sha256: await sha256Of(path) })
  })

/** The files outside it that a database refers to. */
const filesWantedBy = (database: string): Set<string> =>
  readCopy(
    database,
    (copy) =>
      new Set(
        copy
          .prepare("select id from files where id not in (select name from stored_files)")
          .pluck()
          .all() as string[],
      ),
  )

/** What is wrong when the whole folder of uploaded files is missing; undefined when it is there, or nothing belongs in it. */
export function findMissingFolder(folder: string, database: string): string | undefined {
  if (existsSync(folder)) return undefined
  const { size } = filesWantedBy(database)
  if (size === 0) return undefined
  return `the folder of uploaded files (FILES_PATH) is missing, and ${countOf(size, "file", "files")} with it`
}

/** Which of the files that a database refers to the store has, and how many it lacks. */
export async function findFilesOf(
  database: string,
  { store, installation }: Pick<FileBackup, "store" | "installation">,
): Promise<{ kept: StoredObject[]; lacking: number }> {
  const wanted = filesWantedBy(database)
  const kept = (await store.list(filesOf(installation))).filter(({ key }) => wanted.has(nameOf(key)))
  return { kept, lacking: wanted.size - kept.length }
}

/** Puts the files that a restored database refers to into a new folder. */
export async function restoreFiles(store: ObjectStore, kept: StoredObject[], into: string): Promise<void> {
  if (existsSync(into)) throw new Error(`${into} exists; files are only ever restored to a new folder`)
  for (const { key } of kept) {
    const path = pathOf(into, nameOf(key))
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    await store.fetch(key, `${path}.part`)
    await rename(`${path}.part`, path)
  }
}
