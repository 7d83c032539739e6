import { useNavigation } from "@remix-run/react"
import { useEffect, useState } from "react"
import { useHeldRequest } from "~/components/shell/connection/held-requests"

/** A page that comes at once needs no indicator. */
const patienceMs = 400
/** The bar advances every 200 ms and never completes (spec §9). */
const tickMs = 200
const most = 95

/** Announces that the next screen is loading, once it takes a moment (spec §2). */
export function SlowNavigation() {
  const isHeld = useHeldRequest() !== undefined
  const { state } = useNavigation()
  const isUnderWay = state !== "idle" && !isHeld
  const text = state === "submitting" ? "Sending…" : "Loading application"
  const [percent, setPercent] = useState<number>()
  useEffect(() => {
    if (!isUnderWay) return
    let ticking: ReturnType<typeof setInterval>
    const waiting = setTimeout(() => {
      setPercent(0)
      ticking = setInterval(() => setPercent((value = 0) => value + (most - value) / 8), tickMs)
    }, patienceMs)
    return () => {
      clearTimeout(waiting)
      clearInterval(ticking)
      setPercent(undefined)
    }
  }, [isUnderWay])
  if (percent === undefined) return null
  return (
    <div className="slow-navigation" role="status">
      <progress max={100} value={percent} aria-label={text} />
      <span>{text}</span>
    </div>
  )
}
