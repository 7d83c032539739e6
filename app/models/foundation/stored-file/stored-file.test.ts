import { randomUUID } from "node:crypto"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, describe, expect, test } from "vitest"
import { fileStore, folderStore, keepFilesIn } from "~/providers/files/file-store.server"
import { moveFilesOut } from "./move-out.server"
import { databaseStore } from "./stored-file.server"

afterEach(async () => {
  for (const { name } of await databaseStore.list()) await databaseStore.drop(name)
})

describe("files kept in the database", () => {
  test("come back byte for byte, are listed, and go", async () => {
    const name = randomUUID()
    const bytes = Uint8Array.from({ length: 300_000 }, (_, index) => index % 251)
    await databaseStore.keep(name, bytes)
    expect(await databaseStore.read(name)).toEqual(Buffer.from(bytes))
    expect(await databaseStore.list()).toEqual([{ name, changedAt: expect.any(Number) }])
    await databaseStore.drop(name)
    expect(await databaseStore.read(name)).toBeUndefined()
    await databaseStore.drop(name)
  })

  test("are written once, and no larger than a picture may be", async () => {
    const name = randomUUID()
    await databaseStore.keep(name, Buffer.from("a picture"))
    await expect(databaseStore.keep(name, Buffer.from("another"))).rejects.toThrow(/UNIQUE/)
    await expect(databaseStore.keep(randomUUID(), Buffer.alloc(8_388_609))).rejects.toThrow(/CHECK/)
    expect((await databaseStore.read(name))?.toString()).toBe("a picture")
  })

  test("move to a folder, and out of the database only once they are there byte for byte", async () => {
    const folder = mkdtempSync(join(tmpdir(), "tutti-moved-"))
    const [first, second] = [randomUUID(), randomUUID()]
    await databaseStore.keep(first, Buffer.from("a picture"))
    await databaseStore.keep(second, Buffer.from("a score"))
    expect(await moveFilesOut(folder)).toEqual({ copied: 2, known: 0, forgotten: 0, different: [] })
    expect((await folderStore(folder).read(first))?.toString()).toBe("a picture")
    expect(await databaseStore.list()).toHaveLength(2)
    // What someone changed in the folder is left alone on both sides.
    writeFileSync(join(folder, second.slice(0, 2), second), "another score")
    const again = await moveFilesOut(folder, { forgets: true })
    expect(again).toEqual({ copied: 0, known: 1, forgotten: 1, different: [second] })
    expect((await databaseStore.list()).map(({ name }) => name)).toEqual([second])
    rmSync(folder, { recursive: true })
  })

  test("are where the app looks, once it was told so", () => {
    keepFilesIn(databaseStore)
    expect(fileStore()).toBe(databaseStore)
  })
})
