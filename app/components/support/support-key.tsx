import { useLocation } from "@remix-run/react"
import { paths } from "~/utils/paths"

/** The key to the support chat, over every screen but the chat's own. */
export function SupportKey({ unread }: { unread: number }) {
  const { pathname } = useLocation()
  if (pathname === paths.support()) return null
  return (
    <aside aria-label="Help">
      <a className="btn chat" href={paths.support(unread > 0 ? "admin" : undefined)}>
        Support{unread > 0 ? <span className="n"> {unread} new</span> : null}
      </a>
    </aside>
  )
}
