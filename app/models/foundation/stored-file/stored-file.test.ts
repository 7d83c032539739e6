import { randomUUID } from "node:crypto"
import { afterEach, describe, expect, test } from "vitest"
import { fileStore, keepFilesIn } from "~/providers/files/file-store.server"
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

  test("are where the app looks, once it was told so", () => {
    keepFilesIn(databaseStore)
    expect(fileStore()).toBe(databaseStore)
  })
})
