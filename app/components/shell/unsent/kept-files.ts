// The files of forms that wait in this browser. Not named as the service worker's own: those are dropped with each build.

const storeName = "unsent-files"
const nameHeader = "File-Name"
const addressOf = (id: string) => `/unsent-files/${id}`

/** Stores a file; answers its id, or nothing where the browser has no room or no store, as on plain http. */
export async function keepFile(file: File): Promise<string | undefined> {
  if (typeof caches === "undefined") return undefined
  const id = crypto.randomUUID()
  const headers = { "Content-Type": file.type, [nameHeader]: encodeURIComponent(file.name) }
  try {
    await (await caches.open(storeName)).put(addressOf(id), new Response(file, { headers }))
    return id
  } catch {
    return undefined
  }
}

/** The file as it was chosen; undefined once the browser has thrown it away. */
export async function readFile(id: string): Promise<File | undefined> {
  const found = await caches.match(addressOf(id), { cacheName: storeName })
  if (!found) return undefined
  const { headers } = found
  const type = headers.get("Content-Type") ?? ""
  return new File([await found.blob()], decodeURIComponent(headers.get(nameHeader) ?? "file"), { type })
}

export async function forgetFile(id: string) {
  await (await caches.open(storeName)).delete(addressOf(id))
}
