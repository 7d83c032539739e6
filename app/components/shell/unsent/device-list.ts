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
      window.dispatchEvent(new Event(changed))
    },
  }
}
