import { randomUUID } from "node:crypto"
import { mkdtempSync, readFileSync, rmSync, truncateSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { files } from "db/schema/foundation-files"
import { backups } from "db/schema/platform"
import { afterAll, beforeEach, describe, expect, test } from "vitest"
import { folderStore } from "~/providers/files/file-store.server"
import { objectStore } from "~/providers/files/object-store.server"
import type { ObjectStore } from "~/providers/files/stored-object"
import { fixClock } from "~/utils/clock.server"
import { testNow } from "../../../../tests/support/clock"
import { addRows, openSchool, removeRows } from "../../../../tests/support/school"
import { listBackups, tidyBackups } from "./backup.server"
import { findNewestSound, restoreBackup } from "./backup-records.server"
import { backUpFiles, findFilesOf, restoreFiles, tidyFiles } from "./file-backup.server"
import { makeBackup } from "./make-backup.server"

const home = mkdtempSync(join(tmpdir(), "tutti-file-backups-"))
const live = process.env.DATABASE_PATH ?? ""
const day = 24 * 3_600_000
const staff = { kind: "super" } as never

let counter = 0
let store: ObjectStore
let folder: string
beforeEach(() => {
  counter += 1
  store = objectStore(join(home, `store-${counter}`))
  folder = join(home, `files-${counter}`)
  removeRows(files)
  removeRows(backups)
})
afterAll(() => rmSync(home, { recursive: true, force: true }))

const installation = "tutti.school"
/** A file that someone uploaded, with its row. */
async function upload(text: string) {
  const id = randomUUID()
  await folderStore(folder).keep(id, Buffer.from(text))
  const { userId } = openSchool()
  addRows(files, {
    id,
    userId,
    purpose: "resource",
    contentType: "text/plain",
    byteSize: 1,
    createdAt: testNow,
  })
  return id
}
const make = (own = installation) =>
  makeBackup({ store, node: "here", installation: own, from: live, filesIn: folder })
const namesIn = async (prefix: string) =>
  (await store.list(prefix)).map(({ key }) => key.slice(key.lastIndexOf("/") + 1))

describe("uploaded files", () => {
  test("whose whole folder is missing make no sound backup; a folder that no one needs yet does", async () => {
    expect(await make()).toMatchObject({ problem: null })
    await upload("sheet music")
    rmSync(folder, { recursive: true })
    fixClock(testNow + 60_000)
    expect(await make()).toMatchObject({
      verifiedAt: null,
      problem: "the folder of uploaded files (FILES_PATH) is missing, and 1 file with it",
    })
  })

  test("are kept with the database's backup and restored together with it", async () => {
    const [sheet, photo] = [await upload("sheet music"), await upload("a photo")]
    const record = await make()
    expect(record).toMatchObject({ problem: null, files: 2, installation })
    const restored = join(home, `restored-${counter}.db`)
    await restoreBackup(store, record, restored)
    const { kept, lacking } = await findFilesOf(restored, { store, installation })
    expect([kept.length, lacking]).toEqual([2, 0])
    const into = join(home, `restored-${counter}.files`)
    await restoreFiles(store, kept, into)
    expect(String(await folderStore(into).read(sheet))).toBe("sheet music")
    expect(readFileSync(join(into, photo.slice(0, 2), photo), "utf8")).toBe("a photo")
    await expect(restoreFiles(store, kept, into)).rejects.toThrow("exists")
  })

  test("are sent once, and one that is missing from the store is counted", async () => {
    const first = await upload("one")
    await make()
    await upload("two")
    fixClock(testNow + 1000)
    expect((await make()).files).toBe(2)
    expect((await namesIn(`files/${installation}/`)).length).toBe(2)
    await store.drop(`files/${installation}/${first}`)
    expect(await findFilesOf(live, { store, installation })).toMatchObject({ lacking: 1 })
  })

  test("that are deleted while they are sent are left out, and other failures are not hidden", async () => {
    const [deleted, kept] = [await upload("deleted"), await upload("kept")]
    const failing: ObjectStore = {
      ...store,
      async keep(key, file) {
        if (!key.endsWith(deleted)) return store.keep(key, file)
        rmSync(file.path)
        throw new Error("no such file")
      },
    }
    await backUpFiles({ store: failing, installation, folder })
    expect(await namesIn("files/")).toEqual([kept])
    const full: ObjectStore = { ...store, keep: () => Promise.reject(new Error("no room")) }
    await upload("another")
    await expect(backUpFiles({ store: full, installation, folder })).rejects.toThrow("no room")
  })

  test("that are damaged on the disk make the backup unsound", async () => {
    const name = await upload("a long text")
    await make()
    truncateSync(join(folder, name.slice(0, 2), name), 3)
    fixClock(testNow + 1000)
    expect(await make()).toMatchObject({
      problem: "1 uploaded files are of another size in the store",
      verifiedAt: null,
    })
  })

  test("that were deleted stay as long as backups do, and come back with them", async () => {
    const [kept, deleted] = [await upload("kept"), await upload("deleted")]
    const backup = { store, installation, folder }
    await backUpFiles(backup)
    await folderStore(folder).drop(deleted)
    await tidyFiles(backup, 35)
    // A backup of the hour in which it was deleted is kept as long.
    for (const kept35Days of [34 * day, 35 * day - 1]) {
      fixClock(testNow + kept35Days)
      await tidyFiles(backup, 35)
      expect((await namesIn("files/")).sort()).toEqual([kept, deleted].sort())
    }
    fixClock(testNow + 37 * day)
    await tidyFiles(backup, 35)
    expect([await namesIn("files/"), await namesIn("gone/")]).toEqual([[kept], []])
  })

  test("are not taken for deleted when their whole folder is missing", async () => {
    const name = await upload("on a disk that is not mounted")
    await backUpFiles({ store, installation, folder })
    await tidyFiles({ store, installation, folder: `${folder}-elsewhere` }, 35)
    fixClock(testNow + 90 * day)
    await tidyFiles({ store, installation, folder: `${folder}-elsewhere` }, 35)
    expect([await namesIn("files/"), await namesIn("gone/")]).toEqual([[name], []])
  })

  test("that a restore brought back are no longer marked as deleted", async () => {
    const name = await upload("back again")
    const backup = { store, installation, folder }
    await backUpFiles(backup)
    await folderStore(folder).drop(name)
    await tidyFiles(backup, 35)
    await folderStore(folder).keep(name, Buffer.from("back again"))
    await tidyFiles(backup, 35)
    expect(await namesIn("gone/")).toEqual([])
  })
})

describe("two installations in one store", () => {
  test("never take or drop each other's backups", async () => {
    const staging = await make("staging.tutti.school")
    expect(await findNewestSound(store, installation)).toEqual({
      newest: undefined,
      others: ["staging.tutti.school"],
    })
    fixClock(testNow + 1000)
    const own = await make()
    fixClock(testNow + 2000)
    await make("staging.tutti.school")
    expect((await findNewestSound(store, installation)).newest?.objectKey).toBe(own.objectKey)
    fixClock(testNow + 90 * day)
    await tidyBackups(store, { installation, keepDays: 35 })
    expect((await store.list()).map(({ key }) => key)).toContain(staging.objectKey)
    expect(listBackups(staff, 1).rows.map(({ objectKey }) => objectKey)).toEqual([own.objectKey])
  })
})
