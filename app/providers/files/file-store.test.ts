import { randomUUID } from "node:crypto"
import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, describe, expect, test } from "vitest"
import { folderStore } from "./file-store.server"

const folder = mkdtempSync(join(tmpdir(), "tutti-files-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const store = folderStore(join(folder, "files"))

describe("a store in a folder", () => {
  test("is empty before anything was kept", async () => {
    expect(await store.list()).toEqual([])
    expect(await store.read(randomUUID())).toBeUndefined()
  })

  test("keeps bytes private, and leaves no drafts", async () => {
    const name = randomUUID()
    await store.keep(name, Buffer.from("a picture"))
    expect((await store.read(name))?.toString()).toBe("a picture")
    const shelf = join(folder, "files", name.slice(0, 2))
    expect(readdirSync(shelf)).toEqual([name])
    expect(statSync(join(shelf, name)).mode & 0o777).toBe(0o600)
    expect(await store.list()).toMatchObject([{ name }])
    await store.drop(name)
    await store.drop(name)
    expect(await store.list()).toEqual([])
  })

  test.each(["../secret", "a/b", "", ".hidden", "0".repeat(36), "/etc/passwd"])(
    "refuses %j as a name",
    async (name) => {
      await expect(async () => store.keep(name, Buffer.from("x"))).rejects.toThrow("no name")
      await expect(async () => store.read(name)).rejects.toThrow("no name")
    },
  )
})
