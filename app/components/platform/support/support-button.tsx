import { useLocation } from "@remix-run/react"
import { type ComponentType, useState } from "react"
import { paths } from "~/utils/paths"
import type { SupportChatProps } from "./support-chat"

type SupportButtonProps = {
  unread: number
  timeZone?: string
  /** what opens the chat over the page, once it is loaded */
  Chat?: ComponentType<SupportChatProps>
}

/**
 * The support chat's button, on every screen but the chat's own: a tab in the gutter, on phones a round key at the end of the
 * page. Until scripts run it is a link.
 */
export function SupportButton({ unread: unreadAtFirst, timeZone, Chat }: SupportButtonProps) {
  const { pathname } = useLocation()
  const [counted, setCounted] = useState<number>()
  const unread = counted ?? unreadAtFirst
  if (pathname === paths.support()) return null
  return (
    <aside aria-label="Help">
      <a
        className="button support-button"
        data-support=""
        href={paths.support(unread > 0 ? "admin" : undefined)}
      >
        Support{unread > 0 ? <span className="badge"> {unread} new</span> : null}
      </a>{" "}
      {Chat ? <Chat unread={unread} timeZone={timeZone} onCount={setCounted} /> : null}
    </aside>
  )
}
