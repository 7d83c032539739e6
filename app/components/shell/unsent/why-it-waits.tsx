import { useLocation } from "@remix-run/react"
import { paths } from "~/utils/paths"

/** Why what waits on this device isn't sent: its writer's login has ended, or Tutti doesn't answer. */
export type Hindrance = "login" | "trouble"

/** What waits, and what the person can do about it. Nothing is known of the cause before it was tried once. */
export function WhyItWaits({ hindrance }: { hindrance?: Hindrance }) {
  const { pathname, search } = useLocation()
  if (hindrance === "login")
    return (
      <>
        <a href={paths.login(pathname + search)}>Log in</a> to send it.
      </>
    )
  if (!navigator.onLine) return "Keep Tutti open, or come back when you’re online, to send it."
  return hindrance === "trouble"
    ? "Tutti is having trouble. Your connection is fine, and we keep trying."
    : "It’s sent in a moment. Keep Tutti open."
}
