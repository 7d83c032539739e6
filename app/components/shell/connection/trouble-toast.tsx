import { useEffect } from "react"
import { Button } from "~/components/ui/button"
import { Toast } from "~/components/ui/toast"
import { dismiss, tryAgain, useHeldRequest } from "./held-requests"
import { keepPage } from "./keep-page"
import { messageOf } from "./trouble"

/** Shows which request got no answer and why, and retries it. */
export function TroubleToast() {
  useEffect(() => keepPage(window.__remixRouter), [])
  const held = useHeldRequest()
  if (!held || held.isDismissed) return null
  const { title, text } = messageOf(held, held.isOnline)
  return (
    <Toast
      tone="failed"
      title={title}
      onClose={dismiss}
      action={
        <Button type="button" onClick={tryAgain}>
          Try again
        </Button>
      }
    >
      {text}
    </Toast>
  )
}
