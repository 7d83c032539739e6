import { useEffect, useState } from "react"

export const keepsFailingText =
  "Something goes wrong on our side each time it’s sent. It stays on this device, and we keep trying."

/** How long until what could not be sent is tried again. */
const patienceMs = 10_000

/**
 * What waits in this browser, and sends it: at once, when the connection is back, and again and again while something waits.
 * @param list what waits now; both functions stay the same between renderings
 * @param changed the window's event after which the list is read again
 */
export function useResending<Item>(
  list: () => Item[],
  sendAll: () => Promise<void>,
  changed: string,
): Item[] {
  const [items, setItems] = useState<Item[]>([])
  useEffect(() => {
    const look = () => setItems(list())
    const trySoon = () => void alone(changed, sendAll).catch(() => undefined)
    look()
    trySoon()
    const again = setInterval(() => list().length > 0 && trySoon(), patienceMs)
    window.addEventListener(changed, look)
    // Another tab has sent it, or keeps more.
    window.addEventListener("storage", look)
    window.addEventListener("online", trySoon)
    return () => {
      clearInterval(again)
      window.removeEventListener(changed, look)
      window.removeEventListener("storage", look)
      window.removeEventListener("online", trySoon)
    }
  }, [list, sendAll, changed])
  return items
}

/** One tab at a time sends what waits; the others look again later. */
async function alone(name: string, sendAll: () => Promise<void>) {
  // Absent on plain http.
  const locks = navigator.locks as LockManager | undefined
  if (!locks) return sendAll()
  await locks.request(name, { ifAvailable: true }, (lock) => lock && sendAll())
}
