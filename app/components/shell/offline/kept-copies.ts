// The browser's side of what the service worker keeps (app/enhance/service-worker.ts).

/** When the document on screen was kept, in ms; undefined for one that the server has just sent. Read before React starts. */
export const documentKeptAt: number | undefined =
  typeof document === "undefined" ? undefined : Number(document.documentElement.dataset.keptAt) || undefined

/** When the person changed something on it since, in ms. */
export const documentChangedAt: number | undefined =
  typeof document === "undefined"
    ? undefined
    : Number(document.documentElement.dataset.changedAt) || undefined

/** Whether a copy of this address is kept on the device. */
export async function isKept(address: string): Promise<boolean> {
  // Absent on plain http.
  if (typeof caches === "undefined" || !navigator.serviceWorker?.controller) return false
  return (await caches.match(address)) !== undefined
}

/** How often a page that stays open has its copies renewed, in ms. */
const againMs = 5 * 60_000
const startMs = 2_000

/** The scripts and styles this page has loaded, also those that its document doesn't name. */
const loadedFiles = () =>
  performance
    .getEntriesByType("resource")
    .map(({ name }) => name)
    .join(" ")

/**
 * Has the service worker keep the person's pages, once this page is quiet and then again and again.
 * @param listOwn the addresses that are kept beside those that the server names
 */
export function keepPages(listOwn: () => string[]): () => void {
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined
  if (!workers) return () => undefined
  const keep = async () => {
    if (document.visibilityState === "hidden" || !navigator.onLine) return
    await workers.register("/service-worker.js")
    const { active } = await workers.ready
    active?.postMessage({ keep: listOwn().map((path) => ({ path, freshMinutes: 60 })) })
    active?.postMessage({ files: loadedFiles() })
  }
  // A browser that refuses, for example in a private window, simply keeps nothing.
  const tryKeep = () => void keep().catch(() => undefined)
  const start = setTimeout(tryKeep, startMs)
  const again = setInterval(tryKeep, againMs)
  document.addEventListener("visibilitychange", tryKeep)
  // A new build has taken over and dropped the copies of the old one, which name scripts that are gone.
  workers.addEventListener("controllerchange", tryKeep)
  return () => {
    clearTimeout(start)
    clearInterval(again)
    document.removeEventListener("visibilitychange", tryKeep)
    workers.removeEventListener("controllerchange", tryKeep)
  }
}
