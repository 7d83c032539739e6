import { Link } from "~/components/ui/link"
import { Status } from "~/components/ui/status"
import { paths } from "~/utils/paths"

export type ListedConversation = {
  id: string
  kind: "conversation" | "announcement"
  subject: string
  audience: string
  lastAuthor: string
  lastBody: string
  when: string
  isUnread: boolean
}

/** Conversations, the latest first; an unread one is bold with a filled head. The open one is marked. */
export function ConversationList({ rows, current }: { rows: ListedConversation[]; current?: string }) {
  return (
    <ul className="conversation-list">
      {rows.map(({ id, kind, subject, audience, lastAuthor, lastBody, when, isUnread }) => (
        <li key={id} className={isUnread ? "unread" : undefined}>
          <Link to={paths.conversation(id)} aria-current={id === current ? "page" : undefined}>
            {subject}
          </Link>
          <span className="small dim">{when}</span>
          <p className="small dim">
            {kind === "announcement" ? "Announcement to " : "To: "}
            {audience}
          </p>
          <p className="small line-clamp-2 wrap-anywhere">
            {isUnread ? <Status head="on">New</Status> : null} {lastAuthor}: {lastBody}
          </p>
        </li>
      ))}
    </ul>
  )
}
