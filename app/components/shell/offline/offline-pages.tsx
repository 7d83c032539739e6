import { useEffect, useState } from "react"
import { Button } from "~/components/ui/button"
import { documentChangedAt, documentKeptAt, keepPages } from "./kept-copies"
import { asksForLess } from "./reduced-data"

/** Keeps the person's next pages on this device, and says on a kept page how old it is. */
export function OfflinePages() {
  useEffect(() => (import.meta.env.DEV || asksForLess() ? undefined : keepPages()), [])
  const [isKept, setKept] = useState(false)
  useEffect(() => setKept(documentKeptAt !== undefined), [])
  if (!isKept || documentKeptAt === undefined) return null
  return (
    <div className="callout amber kept-page">
      <p>
        <b>{navigator.onLine ? "Tutti didn’t answer in time." : "You’re offline."}</b> This page was saved on
        this device on {timeOf(documentKeptAt)}.{" "}
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
