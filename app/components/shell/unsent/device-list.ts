/** What waits longer belongs to someone who doesn't come back to this device. */
const waitsSeconds = 30 * 24 * 3600

/** A list kept in this browser, which tells the page's components when it changes. */
export function deviceList<Item extends { owner: string }>(storageKey: string, changed: string) {
  const all = (): Item[] => {
    try {
      const found: unknown = JSON.parse(localStorage.getItem(storageKey) ?? "[]")
      return Array.isArray(found) ? found : []
    } catch {
      return []
    }
  }
  return {
    all,
    /** Other people's items stay untouched until they log in again. */
    ofOwner: (owner: string): Item[] => all().filter((item) => item.owner === owner),
    write(items: Item[]) {
      localStorage.setItem(storageKey, JSON.stringify(items))
      // While something waits, pages come with the scripts that send it, also where data is saved.
      // biome-ignore lint/suspicious/noDocumentCookie: over plain http there is no Cookie Store
      document.cookie = `${storageKey}=on; Path=/; SameSite=Lax; Max-Age=${items.length > 0 ? waitsSeconds : 0}`
      window.dispatchEvent(new Event(changed))
    },
  }
}
