import { useEffect, useState } from "react"
import { documentKeptAt } from "./kept-copies"

/** The longest wait of one timer: browsers count it in 32 bits. */
const longestMs = 2 ** 31 - 1

/**
 * Whether an instant has passed while the page is open; false until scripts run. The server's clock counts: the browser's
 * only measures on from when the page was sent, and stands alone on a page that was kept earlier.
 * @param instant in ms
 * @param sentAt the server's time when it sent the page, in ms
 */
export function useHasPassed(instant: number, sentAt: number): boolean {
  const [hasPassed, setPassed] = useState(false)
  useEffect(() => {
    const left = instant - (documentKeptAt === undefined ? sentAt : Date.now())
    setPassed(left <= 0)
    if (left <= 0 || left > longestMs) return undefined
    const timer = setTimeout(() => setPassed(true), left)
    return () => clearTimeout(timer)
  }, [instant, sentAt])
  return hasPassed
}
