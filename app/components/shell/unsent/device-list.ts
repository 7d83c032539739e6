/** What waits longer belongs to someone who doesn't come back to this device. */
const waitsSeconds = 30 * 24 * 3600
/** What is written beside a form's fields: its title and address, and the keys that were used. */
const besideBytes = 8_000

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
    /** Answers whether the browser had room for it. */
    write(items: Item[]): boolean {
      try {
        localStorage.setItem(storageKey, JSON.stringify(items))
      } catch {
        return false
      }
      // While something waits, pages come with the scripts that send it, also where data is saved.
      // biome-ignore lint/suspicious/noDocumentCookie: over plain http there is no Cookie Store
      document.cookie = `${storageKey}=on; Path=/; SameSite=Lax; Max-Age=${items.length > 0 ? waitsSeconds : 0}`
      window.dispatchEvent(new Event(changed))
      return true
    },
  }
}

const trialKey = "tutti-room"

/** Whether the browser has room to keep a form's fields. Asked before the form is sent: afterwards they can't be read again. */
export function hasRoomFor(fields: readonly (readonly [string, unknown])[]): boolean {
  try {
    localStorage.setItem(trialKey, JSON.stringify(fields) + " ".repeat(besideBytes))
    localStorage.removeItem(trialKey)
    return true
  } catch {
    return false
  }
}
