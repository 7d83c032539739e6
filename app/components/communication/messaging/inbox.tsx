import type { ReactNode } from "react"
import { SearchForm } from "~/components/ui/search-form"
import { paths } from "~/utils/paths"
import { ConversationList, type ListedConversation } from "./conversation-list"

type InboxProps = {
  rows: ListedConversation[]
  /** The open conversation, beside the list on a wide screen and instead of it on a phone. */
  current: string
  children: ReactNode
}

/** One conversation with the list of them at its left. */
export function Inbox({ rows, current, children }: InboxProps) {
  return (
    <div className="inbox">
      <nav className="inbox-list" aria-label="Conversations">
        <SearchForm label="Search messages" search={undefined} to={paths.messages()} />
        <ConversationList rows={rows} current={current} />
      </nav>
      <div className="stack conversation">{children}</div>
    </div>
  )
}

/** The list while none is open: on a phone it is the page. */
export function InboxWithoutChoice({ children }: { children: ReactNode }) {
  return (
    <div className="inbox none-open">
      <div className="inbox-list">{children}</div>
      <p className="dim inbox-hint">Choose a conversation to read it here.</p>
    </div>
  )
}
