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

/** What waits, and how often the server has failed at it. */
export type Tried = { failures?: number }

/** After as many failures its writer hears of them, and may discard what waits. It is sent again and again all the same. */
const mostFailures = 3

export const keepsFailing = ({ failures = 0 }: Tried): boolean => failures >= mostFailures

/** Counts as far as it matters: each count is written to the device. */
export const failedOnceMore = ({ failures = 0 }: Tried): Tried => ({
  failures: Math.min(failures + 1, mostFailures),
})

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
