import { useRef } from "react"
import { isTyped } from "~/components/form/use-typed-text"
import type { RegisterView } from "~/models/attendance/register/register-view"

/**
 * The register to draw the form with. What someone else saves comes with the answer to any form of the page: it doesn't take
 * the place of what is typed, and saving merges the two.
 * @param isRefused the form holds what the server has refused
 */
export function useShownRegister(register: RegisterView, isRefused: boolean) {
  const shown = useRef(register)
  const wasSent = useRef(false)
  const noteSent = (isSent: boolean) => {
    wasSent.current = isSent
  }
  if (isRefused) noteSent(false)
  const { session, formStamp } = shown.current
  const isSame = session.id === register.session.id
  if (!isSame || formStamp === register.formStamp || wasSent.current || !isTyped("register"))
    shown.current = register
  return { shown: shown.current, noteSent }
}
