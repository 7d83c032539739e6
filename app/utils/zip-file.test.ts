import { randomBytes } from "node:crypto"
import { mkdtempSync } from "node:fs"
import { readFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, test } from "vitest"
import { beginZipFile } from "./zip-file.server"

const mebibyte = 2 ** 20
const pathOf = (name: string) => join(mkdtempSync(join(tmpdir(), "tutti-zip-")), name)

test("a ZIP file has room until it is nearly full, and can still be ended then", async () => {
  const path = pathOf("a.zip")
  const zip = await beginZipFile(path, 65 * mebibyte)
  expect(zip.hasRoomFor(mebibyte / 2)).toBe(true)
  expect(zip.hasRoomFor(2 * mebibyte)).toBe(false)
  const noise = randomBytes(900_000)
  await zip.add("noise", [noise])
  expect(zip.hasRoomFor(mebibyte / 2)).toBe(false)
  await zip.add("read-me.txt", [Buffer.from("One file was left out.")])
  await zip.end()
  const bytes = await readFile(path)
  expect(bytes.readUInt16LE(bytes.length - 12)).toBe(2)
})

test("a ZIP file holds no more entries than its directory can count", async () => {
  const zip = await beginZipFile(pathOf("many.zip"))
  for (let count = 0; count < 100; count++) await zip.add(`${count}`, [Buffer.from("x")])
  expect(zip.hasRoomFor(1)).toBe(true)
  await zip.end()
})
