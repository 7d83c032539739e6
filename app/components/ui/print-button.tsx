import { useEffect, useState } from "react"
import { Button } from "./button"

/** Prints the page. Without a script the browser's own menu does, so it only appears with one. */
export function PrintButton() {
  const [isReady, setReady] = useState(false)
  useEffect(() => setReady(true), [])
  return (
    <Button type="button" variant="plain" hidden={!isReady} onClick={() => window.print()}>
      Print
    </Button>
  )
}
