import { useLocation, useMatches } from "@remix-run/react"
import { useEffect, useState } from "react"
import { Button } from "~/components/ui/button"
import { documentChangedAt, documentKeptAt, keepPages } from "./kept-copies"

/** The page that is open, where its forms wait on the device without a connection; undefined for others. */
function useWaitingPage(): string | undefined {
  const { pathname, search } = useLocation()
  const { id = "" } = useMatches().at(-1) ?? {}
  // Rendered in browsers alone, once scripts run.
  return window.__remixManifest.routes[id]?.hasClientAction ? pathname + search : undefined
}

type OfflinePagesProps = {
  owner: string
  /** the addresses of the owner's pages on which something waits to be sent */
  listWaiting: (owner: string) => string[]
}

/**
 * Keeps the person's next pages on this device, with the one on which something waits or could, and says on a kept page how old
 * it is.
 */
export function OfflinePages({ owner, listWaiting }: OfflinePagesProps) {
  const open = useWaitingPage()
  useEffect(() => {
    if (import.meta.env.DEV || asksForLess()) return
    return keepPages(() => [...(open ? [open] : []), ...listWaiting(owner)])
  }, [open, owner, listWaiting])
  const [reason, setReason] = useState<string>()
  useEffect(() => {
    if (documentKeptAt === undefined) return
    setReason(navigator.onLine ? "Tutti didn’t answer in time." : "You’re offline.")
    const noteConnection = () => setReason(navigator.onLine ? "You’re online again." : "You’re offline.")
    window.addEventListener("online", noteConnection)
    window.addEventListener("offline", noteConnection)
    return () => {
      window.removeEventListener("online", noteConnection)
      window.removeEventListener("offline", noteConnection)
    }
  }, [])
  // What was loaded since, this page again or another one, is from the network.
  const loaded = useMatches().at(-1)?.data
  const [kept] = useState(loaded)
  if (!reason || documentKeptAt === undefined || loaded !== kept) return null
  return (
    <div className="callout amber kept-page">
      <p>
        <b>{reason}</b> This page was saved on this device on {timeOf(documentKeptAt)}.{" "}
        {documentChangedAt === undefined
          ? null
          : `Your changes of ${timeOf(documentChangedAt)} aren’t on it yet. `}
        <Button type="button" variant="secondary" onClick={() => location.reload()}>
          Load again
        </Button>
      </p>
    </div>
  )
}

const timeOf = (ms: number) =>
  new Date(ms).toLocaleString([], { weekday: "short", hour: "numeric", minute: "2-digit" })

/** How long a browser's wish counts, in seconds: after that a page with scripts asks again. */
const holdsSeconds = 24 * 3600

/**
 * Whether the browser asks for less data in a way that the server doesn't see. From the next page on it does: that one comes
 * without scripts.
 */
function asksForLess(): boolean {
  const asks = matchMedia("(prefers-reduced-data: reduce)").matches
  // biome-ignore lint/suspicious/noDocumentCookie: over plain http there is no Cookie Store
  if (asks) document.cookie = `reduced-data=on; Path=/; SameSite=Lax; Max-Age=${holdsSeconds}`
  return asks
}
