import { createHash } from "node:crypto"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { createServer, request } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { startBucket } from "../../../tests/support/s3"
import { bucketStore, objectStore } from "./object-store.server"
import type { ObjectStore } from "./stored-object"

const folder = mkdtempSync(join(tmpdir(), "tutti-objects-"))
let bucket: Awaited<ReturnType<typeof startBucket>>
beforeAll(async () => {
  bucket = await startBucket()
})
afterAll(async () => {
  await bucket.close()
  rmSync(folder, { recursive: true, force: true })
})

let counter = 0
function newPath() {
  counter += 1
  return join(folder, `file-${counter}`)
}
function file(content: string | Buffer) {
  const path = newPath()
  writeFileSync(path, content)
  return {
    path,
    bytes: Buffer.byteLength(content),
    sha256: createHash("sha256").update(content).digest("hex"),
  }
}

const stores: [string, () => ObjectStore][] = [
  ["a folder", () => objectStore(join(folder, `store-${counter}`))],
  ["a bucket", () => bucketStore(`s3://tutti/in/${counter}`, bucket.access)],
]

describe.each(stores)("%s", (_name, open) => {
  let store: ObjectStore
  beforeEach(() => {
    counter += 1
    store = open()
  })

  test("gives back what was kept, byte for byte", async () => {
    const bytes = Buffer.alloc(3_000_000, "tutti & <friends>")
    await store.keep("n1/2026-11-20.db.gz", file(bytes))
    const back = newPath()
    await store.fetch("n1/2026-11-20.db.gz", back)
    expect(readFileSync(back).equals(bytes)).toBe(true)
    await expect(store.fetch("n1/2026-11-20.db.gz", back)).rejects.toThrow(/EEXIST/)
  })

  test("lists by prefix, drops, and does not mind what is gone", async () => {
    expect(await store.list()).toEqual([])
    await store.keep("n1/a.json", file("1"))
    await store.keep("n1/b.json", file("22"))
    await store.keep("n2/a.json", file("333"))
    expect(await store.list("n1/")).toEqual([
      { key: "n1/a.json", bytes: 1 },
      { key: "n1/b.json", bytes: 2 },
    ])
    await store.drop("n1/a.json")
    await store.drop("n1/a.json")
    expect((await store.list()).map(({ key }) => key)).toEqual(["n1/b.json", "n2/a.json"])
    await expect(store.fetch("n1/a.json", newPath())).rejects.toThrow()
  })

  test("never replaces what it keeps", async () => {
    await store.keep("n1/a.json", file("first"))
    await expect(store.keep("n1/a.json", file("second"))).rejects.toThrow(/already/)
  })
})

test("no key leads out of a store", async () => {
  const store = objectStore(join(folder, "inner"))
  for (const key of ["../a", "a/../b", "/a", "a//b", ".hidden", "a b", ""])
    await expect(store.keep(key, file("x")), key).rejects.toThrow(/no key of ours/)
})

describe("a bucket", () => {
  test("says who refused what when the key is wrong", async () => {
    const store = bucketStore("s3://tutti", { ...bucket.access, AWS_ACCESS_KEY_ID: "SOMEBODY" })
    await expect(store.keep("n1/a.json", file("x"))).rejects.toThrow(
      /s3:\/\/tutti refused to keep n1\/a.json: 403/,
    )
    await expect(bucketStore("s3://nowhere", bucket.access).list()).rejects.toThrow(/refused to list: 404/)
    expect(() => bucketStore("s3://tutti", { AWS_REGION: "us-east-1" })).toThrow(/AWS_ACCESS_KEY_ID/)
  })

  test("is listed whole, however many pages that takes", async () => {
    const store = bucketStore("s3://tutti/many", bucket.access, 4)
    const keys = Array.from({ length: 10 }, (_, index) => `n1/${index}`)
    for (const key of keys) await store.keep(key, file(key))
    expect((await store.list()).map(({ key }) => key)).toEqual(keys)
  })

  test("is asked again when the way there is disturbed for a moment", async () => {
    const target = Number(new URL(bucket.access.AWS_ENDPOINT_URL_S3).port)
    let calls = 0
    const shaky = createServer((incoming, response) => {
      calls += 1
      if (calls === 1) return void incoming.socket.destroy()
      if (calls === 2) return void response.writeHead(503).end("<Error><Message>SlowDown</Message></Error>")
      const { method, url, headers } = incoming
      const onward = request({ port: target, host: "127.0.0.1", method, path: url, headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 500, answer.headers)
        answer.pipe(response)
      })
      incoming.pipe(onward)
    })
    await new Promise<void>((resolve) => shaky.listen(0, "127.0.0.1", resolve))
    const { port } = shaky.address() as AddressInfo
    const store = bucketStore("s3://tutti/shaky", {
      ...bucket.access,
      AWS_ENDPOINT_URL_S3: `http://127.0.0.1:${port}`,
    })
    await store.keep("n1/a.json", file("kept"))
    expect(calls).toBe(4)
    expect(await store.list()).toEqual([{ key: "n1/a.json", bytes: 4 }])
    shaky.close()
    shaky.closeAllConnections()
  })
})
