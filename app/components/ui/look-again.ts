import { useRevalidator } from "@remix-run/react"
import { useEffect } from "react"

const lookEveryMs = 1500

/** Asks again while the page is open and the work runs; without scripts the page refreshes itself. */
export function useLookAgain(isRunning: boolean) {
  const { revalidate, state } = useRevalidator()
  useEffect(() => {
    if (!isRunning || state !== "idle") return
    const timer = setTimeout(revalidate, lookEveryMs)
    return () => clearTimeout(timer)
  }, [isRunning, state, revalidate])
}
