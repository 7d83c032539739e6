import { constants } from "node:fs"
import { copyFile, mkdir, readdir, rename, rm, stat } from "node:fs/promises"
import { dirname, join, resolve } from "node:path"
import { env } from "~/utils/env.server"
import { bucketStore } from "./bucket-store.server"
import type { ObjectStore, StoredObject } from "./stored-object"

// Where files for keeping go that are not part of this machine: a folder (another disk) or an S3-compatible bucket.

/** Keys consist of our own words, so no key can leave the folder. */
const keyShape = /^[A-Za-z0-9_-][A-Za-z0-9._-]*(\/[A-Za-z0-9_-][A-Za-z0-9._-]*)*$/

/** The store at a location: `s3://bucket/prefix`, or a folder. */
export function objectStore(place: string): ObjectStore {
  const store = place.startsWith("s3://") ? bucketStore(place, env()) : folderStore(place)
  const checked = (key: string) => {
    if (!keyShape.test(key)) throw new Error(`This is no key of ours: ${key}`)
    return key
  }
  return {
    place: store.place,
    keep: async (key, file) => store.keep(checked(key), file),
    fetch: async (key, into) => store.fetch(checked(key), into),
    drop: async (key) => store.drop(checked(key)),
    async list(prefix) {
      const found = await store.list(prefix)
      return found
        .filter(({ key }) => keyShape.test(key))
        .sort((one, other) => (one.key < other.key ? -1 : 1))
    },
  }
}

function folderStore(folder: string): ObjectStore {
  const root = resolve(folder)
  const refuse = () => {
    throw new Error("there is a file of that name already")
  }
  return {
    place: root,
    async keep(key, { path }) {
      const target = join(root, key)
      await mkdir(dirname(target), { recursive: true, mode: 0o700 })
      if (await stat(target).catch(() => undefined)) refuse()
      const draft = `${target}.part`
      await copyFile(path, draft)
      await rename(draft, target)
    },
    async fetch(key, into) {
      await copyFile(join(root, key), into, constants.COPYFILE_EXCL)
    },
    async list(prefix = "") {
      const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch(() => [])
      const found: StoredObject[] = []
      for (const entry of entries) {
        const path = join(entry.parentPath, entry.name)
        const key = path.slice(root.length + 1)
        if (entry.isFile() && !key.endsWith(".part") && key.startsWith(prefix))
          found.push({ key, bytes: (await stat(path)).size })
      }
      return found
    },
    drop: (key) => rm(join(root, key), { force: true }),
  }
}
