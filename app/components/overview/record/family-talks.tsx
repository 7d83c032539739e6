import { Link, LinkButton } from "~/components/ui/button"
import { EmptyState, type Pages, Pagination } from "~/components/ui/data-table"
import { useHasRight } from "~/components/ui/limits"
import { Status } from "~/components/ui/status"
import { paths } from "~/utils/paths"

type Talk = {
  id: string
  kind: "conversation" | "announcement"
  subject: string
  lastAuthor: string
  lastBody: string
  when: string
  isUnread: boolean
}

type FamilyTalksProps = {
  talks: Talk[]
  pages: Pages
  /** with whom */
  of?: "family" | "class" | "teacher"
  /** the recipients of a new message; null where there is no one to write to */
  to: string | null
}

/** The reader's own conversations with a family, a teacher, or the families of a class, the latest first. */
export function FamilyTalks({ talks, pages, of = "family", to }: FamilyTalksProps) {
  const mayWrite = useHasRight()("message:all")
  const write =
    mayWrite && to !== null ? <LinkButton to={paths.newMessage({ to })}>New message</LinkButton> : null
  if (talks.length === 0)
    return (
      <EmptyState action={write}>
        {of !== "class"
          ? `No messages with this ${of} yet. Your conversations and announcements to them appear here.`
          : "No messages with this class yet. Your conversations with its families and announcements to them appear here."}
      </EmptyState>
    )
  return (
    <section className="section" aria-labelledby="talks">
      <header>
        <h2 id="talks">Your messages with this {of}</h2>
        {write}
      </header>
      <ul className="rows">
        {talks.map(({ id, kind, subject, lastAuthor, lastBody, when, isUnread }) => (
          <li key={id}>
            <span>
              <Link to={paths.conversation(id)} className="whitespace-normal">
                {subject}
              </Link>{" "}
              {isUnread ? <Status head="on">New</Status> : null}{" "}
              {kind === "announcement" ? <span className="small dim"> Announcement</span> : null}
              <br />
              <span className="line-clamp-2 wrap-anywhere">
                {lastAuthor}: {lastBody}
              </span>
            </span>{" "}
            <span className="small dim shrink-0">{when}</span>
          </li>
        ))}
      </ul>
      <Pagination {...pages} />
    </section>
  )
}
