import { createHash, randomUUID } from "node:crypto"
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { objectStore } from "./object-store.server"

/** Keeps a small file at a place, fetches it back and drops it; answers what went wrong, null when nothing did. */
export async function tryStore(place: string): Promise<string | null> {
  const folder = await mkdtemp(join(tmpdir(), "tutti-try-"))
  try {
    const [path, back] = [join(folder, "kept"), join(folder, "fetched")]
    const text = randomUUID()
    await writeFile(path, text)
    const store = objectStore(place)
    const key = `tried/${text}`
    const sha256 = createHash("sha256").update(text).digest("hex")
    await store.keep(key, { path, bytes: text.length, sha256 })
    await store.fetch(key, back)
    await store.drop(key)
    return (await readFile(back, "utf8")) === text ? null : "what was kept came back changed"
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
