import { useEffect, useState } from "react"
import { documentKeptAt } from "~/components/shell/offline/kept-copies"
import { Button } from "~/components/ui/button"

type EarlyStartProps = { date: string; opensAt: string; onStart: () => void }

/**
 * On a page that this device has kept only its own clock says whether attendance is open, and it may be wrong: the teacher
 * decides, on the lesson's day. What is saved too early waits on the device until it opens.
 */
export function EarlyStart({ date, opensAt, onStart }: EarlyStartProps) {
  const [isOffered, offer] = useState(false)
  useEffect(() => offer(documentKeptAt !== undefined && isoDate(new Date()) === date), [date])
  if (!isOffered) return null
  return (
    <p className="no-print">
      <Button type="button" variant="secondary" onClick={onStart}>
        Take attendance now
      </Button>{" "}
      <span className="dim">What you save before {opensAt} waits on this device until then.</span>
    </p>
  )
}

/** The browser's own date. */
const isoDate = (at: Date) => at.toLocaleDateString("sv")
