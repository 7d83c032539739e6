import { RemixBrowser } from "@remix-run/react"
import { StrictMode, startTransition, useEffect } from "react"
import { hydrateRoot } from "react-dom/client"
import { markTitle } from "~/utils/refused-title"

// The server puts "Error: " before the title of a refused form; React must find the title it would write itself.
document.title = markTitle(document.title, false)

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <RemixBrowser />
      <ScriptsMark />
    </StrictMode>,
  )
})

/** Marks the document once every component's first effects have run, so that a script can tell when shortcuts work. */
function ScriptsMark() {
  useEffect(() => {
    document.documentElement.dataset.scripts = "running"
  }, [])
  return null
}
