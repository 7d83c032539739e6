// Which kept pages the person's own forms have made old. A time for each is stored beside the copies, because the browser
// ends a service worker whenever it likes.

const changesName = "tutti-changes"

/** Notes that a form changes these pages. */
export async function noteChanged(paths: Iterable<string>) {
  const cache = await caches.open(changesName)
  const at = String(Date.now())
  await Promise.all([...paths].map((path) => cache.put(path, new Response(at))))
}

/** When a form last changed a page, in ms; undefined when its copy is as new. */
export async function changedAt(path: string): Promise<number | undefined> {
  const note = await caches.match(path, { cacheName: changesName })
  return note && Number(await note.text())
}

/** A copy that was asked for after the last change holds it. */
export async function noteRenewed(path: string, askedAt: number) {
  if (((await changedAt(path)) ?? askedAt) < askedAt) await (await caches.open(changesName)).delete(path)
}

export const listChanged = async () => (await caches.open(changesName)).keys()

export const forgetChanges = () => caches.delete(changesName)
