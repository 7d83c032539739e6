import { useEffect, useState } from "react"
import { listOfflineRegisters, registersChanged } from "../register/offline-registers"

const none: ReadonlySet<string> = new Set()

/** The lessons whose attendance waits in this browser to be sent. */
export function useKeptLessons(): ReadonlySet<string> {
  const [kept, setKept] = useState(none)
  useEffect(() => {
    const owner = document.querySelector<HTMLElement>("[data-register-owner]")?.dataset.registerOwner
    const look = () =>
      setKept(new Set(owner ? listOfflineRegisters(owner).map(({ sessionId }) => sessionId) : []))
    look()
    window.addEventListener(registersChanged, look)
    return () => window.removeEventListener(registersChanged, look)
  }, [])
  return kept
}
