import { RemixBrowser } from "@remix-run/react"
import { StrictMode, startTransition, useEffect, useLayoutEffect } from "react"
import { hydrateRoot } from "react-dom/client"
import "~/components/shell/connection/early-requests"
import { replaceMissingScripts } from "~/components/shell/connection/missing-scripts"
import { markTitle } from "~/utils/refused-title"

/** What browsers that have it say of their history. */
type WithNavigation = { navigation?: { activation?: { entry: { url: string | null } } | null } }

/** Back or Forward, pressed before this script ran, has changed the address of a document that the server drew for another. */
function isElsewhere() {
  const drawn = (window as WithNavigation).navigation?.activation?.entry.url
  return Boolean(drawn) && drawn?.split("#")[0] !== withoutHash()
}

const withoutHash = () => location.href.split("#")[0]
const drawnAt = withoutHash()

// A first page has the styles of what it was drawn with; what scripts draw needs all (edge/first-styles.server.ts).
const waiting = document.querySelector<HTMLLinkElement>('link[rel="stylesheet"][media="print"]')
if (waiting) waiting.media = "all"

if (isElsewhere()) location.reload()
else {
  // The server puts "Error: " before the title of a refused form; React must find the title it would write itself.
  document.title = markTitle(document.title, false)

  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <RemixBrowser />
        <HydrationMark />
      </StrictMode>,
    )
  })
}

/** React runs effects twice in development. */
let hasRouter = false

/** Says that React has taken over the document. A page in the frame marks itself once all of it runs (scripts-mark.tsx). */
function HydrationMark() {
  // Back or Forward while React took over: the router has gone there, and what is drawn doesn't know it yet.
  useLayoutEffect(() => {
    if (!hasRouter && withoutHash() !== drawnAt) location.reload()
  }, [])
  useEffect(() => {
    if (!hasRouter) replaceMissingScripts(window.__remixRouter)
    hasRouter = true
    const { dataset } = document.documentElement
    dataset.hydrated = "yes"
    if (!document.querySelector(".sidebar")) dataset.scripts = "running"
  }, [])
  return null
}
