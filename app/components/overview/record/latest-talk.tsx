import { Link } from "~/components/ui/link"
import { Status } from "~/components/ui/status"
import { paths } from "~/utils/paths"

type LatestTalkProps = {
  classId: string
  talk: { id: string; subject: string; lastAuthor: string; lastBody: string; when: string; isUnread: boolean }
}

/** The reader's latest conversation with the families of a class. */
export function LatestTalk({ classId, talk }: LatestTalkProps) {
  const { id, subject, lastAuthor, lastBody, when, isUnread } = talk
  return (
    <section className="section" aria-labelledby="talks">
      <header>
        <h2 id="talks">Messages</h2>
        <Link to={paths.classMessages(classId)}>View all messages</Link>
      </header>
      <ol className="chat-messages">
        <li className="chat-message">
          <header>
            <b>{lastAuthor}</b> {when}, <Link to={paths.conversation(id)}>{subject}</Link>{" "}
            {isUnread ? <Status head="on">New</Status> : null}
          </header>
          <p className="message-text line-clamp-3">{lastBody}</p>
        </li>
      </ol>
    </section>
  )
}
