import { constants, createWriteStream, openAsBlob } from "node:fs"
import { copyFile, mkdir, readdir, rename, rm, stat } from "node:fs/promises"
import { dirname, join, resolve } from "node:path"
import { Readable } from "node:stream"
import { pipeline } from "node:stream/promises"
import { setTimeout as pause } from "node:timers/promises"
import { AwsV4Signer } from "aws4fetch"
import { env } from "~/utils/env.server"
import type { ObjectStore, StoredObject } from "./stored-object"

// An S3-compatible bucket (AWS, Tigris on Fly, MinIO, R2). The settings have the names every S3 tool uses.

export type BucketAccess = {
  AWS_ENDPOINT_URL_S3?: string | undefined
  AWS_REGION: string
  AWS_ACCESS_KEY_ID?: string | undefined
  AWS_SECRET_ACCESS_KEY?: string | undefined
}

const tries = 4
const callMs = 15 * 60_000
const nothing = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"

type Ask = { method: "GET" | "HEAD" | "PUT" | "DELETE"; file?: { path: string; sha256: string } }

/** The store at `s3://bucket/prefix`. One object has at most 5 GB, the limit of a single call. */
export function bucketStore(place: string, access: BucketAccess, pageSize = 1000): ObjectStore {
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = access
  if (!accessKeyId || !secretAccessKey)
    throw new Error("AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY must be set for an s3:// place")
  const [, bucket = "", within = ""] = /^s3:\/\/([a-z0-9.-]+)\/?(.*?)\/?$/.exec(place) ?? []
  if (!bucket) throw new Error(`This is no bucket: ${place}`)
  const root = within && `${within}/`
  const endpoint = (access.AWS_ENDPOINT_URL_S3 ?? `https://s3.${access.AWS_REGION}.amazonaws.com`).replace(
    /\/$/,
    "",
  )

  async function once(address: string, { method, file }: Ask): Promise<Response> {
    const signed = await new AwsV4Signer({
      url: address,
      method,
      accessKeyId: accessKeyId ?? "",
      secretAccessKey: secretAccessKey ?? "",
      service: "s3",
      region: access.AWS_REGION,
      headers: { "X-Amz-Content-Sha256": file?.sha256 ?? nothing },
    }).sign()
    return fetch(signed.url, {
      method,
      headers: signed.headers,
      // A blob on the disk: its length is known, and it is not read into memory.
      body: file ? await openAsBlob(file.path) : null,
      signal: AbortSignal.timeout(callMs),
    })
  }

  /** Asks again after an answer of 5xx or 429 and after a broken connection. */
  async function ask(address: string, options: Ask): Promise<Response> {
    for (let attempt = 1; ; attempt += 1) {
      const answer = await once(address, options).catch((error: unknown) => {
        if (attempt === tries) throw error
        return undefined
      })
      const isPassing = !answer || answer.status >= 500 || answer.status === 429
      if (answer && (!isPassing || attempt === tries)) return answer
      await answer?.body?.cancel()
      await pause(200 * 4 ** (attempt - 1) * (0.5 + Math.random()))
    }
  }

  async function refuse(doing: string, answer: Response): Promise<never> {
    const [, reason = ""] = /<Message>(.*?)<\/Message>/s.exec(await answer.text()) ?? []
    throw new Error(`${place} refused ${doing}: ${answer.status} ${reason}`.trim())
  }

  const addressOf = (key: string) => `${endpoint}/${bucket}/${root}${key}`

  return {
    place,
    async keep(key, file) {
      const there = await ask(addressOf(key), { method: "HEAD" })
      if (there.ok) throw new Error(`${place} has ${key} already`)
      const answer = await ask(addressOf(key), { method: "PUT", file })
      if (!answer.ok) await refuse(`to keep ${key}`, answer)
      await answer.body?.cancel()
    },
    async fetch(key, into) {
      const answer = await ask(addressOf(key), { method: "GET" })
      if (!answer.ok || !answer.body) return refuse(`to give ${key}`, answer)
      await pipeline(Readable.fromWeb(answer.body as never), createWriteStream(into, { flags: "wx" }))
    },
    async list(prefix = "") {
      const found: StoredObject[] = []
      for (let after = ""; ; ) {
        const address = new URL(`${endpoint}/${bucket}`)
        address.search = new URLSearchParams({
          "list-type": "2",
          "max-keys": String(pageSize),
          prefix: `${root}${prefix}`,
          ...(after && { "start-after": after }),
        }).toString()
        const answer = await ask(address.href, { method: "GET" })
        if (!answer.ok) await refuse("to list", answer)
        const xml = await answer.text()
        for (const [, entry = ""] of xml.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
          after = tagOf(entry, "Key")
          found.push({ key: after.slice(root.length), bytes: Number(tagOf(entry, "Size")) })
        }
        if (tagOf(xml, "IsTruncated") !== "true") break
      }
      return found
    },
    async drop(key) {
      const answer = await ask(addressOf(key), { method: "DELETE" })
      if (!answer.ok && answer.status !== 404) await refuse(`to drop ${key}`, answer)
      await answer.body?.cancel()
    },
  }
}

const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" }
const tagOf = (xml: string, tag: string): string =>
  (new RegExp(`<${tag}>(.*?)</${tag}>`, "s").exec(xml)?.[1] ?? "").replace(
    /&(\w+);/g,
    (whole, name: string) => entities[name] ?? whole,
  )

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
