import { Link } from "~/components/ui/button"
import { Status } from "~/components/ui/status"
import { paths } from "~/utils/paths"

export type ListedConversation = {
  id: string
  /** Who it is with: whom the reader wrote to, or who wrote to them. */
  partner: string
  subject: string
  /** Null where the partner wrote last; “You” where the reader did. */
  lastAuthor: string | null
  lastBody: string
  when: string
  isUnread: boolean
}

/** Conversations, the latest first; an unread one is bold with a filled head. The open one is marked. */
export function ConversationList({ rows, current }: { rows: ListedConversation[]; current?: string }) {
  return (
    <ul className="conversation-list">
      {rows.map(({ id, partner, subject, lastAuthor, lastBody, when, isUnread }) => (
        <li key={id} className={isUnread ? "unread" : undefined}>
          <Link to={paths.conversation(id)} aria-current={id === current ? "page" : undefined}>
            <b>
              {isUnread ? (
                <Status head="on">
                  <span className="visually-hidden">New:</span>
                </Status>
              ) : null}
              {partner}
            </b>{" "}
            <small>{when}</small>{" "}
            <span>
              {/[.!?…]$/.test(subject) ? subject : `${subject}.`} {lastAuthor ? `${lastAuthor}: ` : ""}
              {lastBody}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
