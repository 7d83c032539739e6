import { RemixBrowser } from "@remix-run/react"
import { StrictMode, startTransition } from "react"
import { hydrateRoot } from "react-dom/client"

// The server puts "Error: " before the title of a refused form; React must find the title it would write itself.
document.title = document.title.replace(/^Error: /, "")

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <RemixBrowser />
    </StrictMode>,
  )
})
