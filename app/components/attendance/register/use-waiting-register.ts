import { useEffect, useState } from "react"
import { listOfflineRegisters } from "./offline-registers"

type Waiting = { formStamp: string; typed: Record<string, string> }

/**
 * What this device still has to send of a lesson's attendance, by field name, for a page that is opened again before it
 * was sent; undefined until scripts run, and once the server has it.
 */
export function useWaitingRegister(sessionId: string, formStamp: string): Waiting["typed"] | undefined {
  const [waiting, setWaiting] = useState<Waiting>()
  useEffect(() => {
    const owner = document.querySelector<HTMLElement>("[data-register-owner]")?.dataset.registerOwner
    const found = listOfflineRegisters(owner ?? "").find((each) => each.sessionId === sessionId)
    const fields = found?.fields.filter(([name]) => /^(marks\.|studentNotes\.|(?!base).*Note$)/.test(name))
    if (fields) setWaiting({ formStamp, typed: Object.fromEntries(fields) })
  }, [sessionId, formStamp])
  return waiting?.formStamp === formStamp ? waiting.typed : undefined
}
