import { Fragment } from "react"
import { Link } from "../button"
import { CutText } from "./cut-text"

const ownAddress = /^(\/help\/[a-z]+(?:-[a-z]+)*|\/support\?mode=admin)$/

/** A message as plain text; only addresses of the help and of the admin chat become links. */
function MessageText({ content, onStaff }: { content: string; onStaff?: () => void }) {
  return (
    <p className="message-text">
      {partsOf(content).map((part, index) =>
        ownAddress.test(part) ? (
          <a
            // biome-ignore lint/suspicious/noArrayIndexKey: the words of one message never move
            key={index}
            href={part}
            onClick={
              part.startsWith("/support") && onStaff
                ? (event) => {
                    event.preventDefault()
                    onStaff()
                  }
                : undefined
            }
          >
            {part.startsWith("/support") ? "open the admin chat" : part}
          </a>
        ) : (
          part
        ),
      )}
    </p>
  )
}

/** Text and addresses in turn. */
function partsOf(content: string): string[] {
  const parts = [""]
  for (const part of content.split(/(\s+)/)) {
    if (ownAddress.test(part)) parts.push(part, "")
    else parts[parts.length - 1] += part
  }
  return parts.filter(Boolean)
}

export type ShownMessage = {
  id: string
  /** Written by the reader. */
  isMine: boolean
  name: string
  /** The day it was written, where a line is drawn above the first message of each. */
  day?: string
  /** in the reader's time zone */
  when: string
  /** ISO 8601. */
  timestamp: string
  /** "Edited 3:05 PM", where it was. */
  edited?: string | null
  /** Where the reader changes it, while they may. */
  editAt?: string | null
  /** Where the reader reports it, or sees that they have. */
  reportAt?: string | null
  isReported?: boolean
  content: string
  /** What was below it in a reply by email. */
  cut?: string | null
  imageUrl: string | null
  /** a file to download */
  file?: { href: string; name: string } | null
}

/** A conversation, newest last. `onStaff` replaces the link to the admin chat where that needs no page. */
export function MessageList({ messages, onStaff }: { messages: ShownMessage[]; onStaff?: () => void }) {
  return (
    <ol className="chat-messages">
      {messages.map(
        (
          { id, isMine, name, day, when, timestamp, edited, editAt, content, cut, imageUrl, file, ...report },
          index,
        ) => (
          <Fragment key={id}>
            {day && day !== messages[index - 1]?.day ? <li className="chat-day">{day}</li> : null}
            <li
              className={isMine ? "chat-message mine" : "chat-message"}
              id={index === messages.length - 1 ? "newest" : undefined}
            >
              <header>
                <b>{name}</b> <time dateTime={timestamp}>{when}</time>
                {edited ? <span className="dim"> · {edited}</span> : null}
              </header>
              {content ? <MessageText content={content} onStaff={onStaff} /> : null}
              <CutText cut={cut} />
              {imageUrl ? (
                <a href={imageUrl} target="_blank" rel="noreferrer">
                  <img src={imageUrl} alt={`Sent by ${isMine ? "you" : name}`} />
                </a>
              ) : null}{" "}
              {file ? <a href={file.href}>{`Download ${file.name}`}</a> : null}
              {editAt || report.reportAt ? (
                <p>
                  {editAt ? (
                    <Link to={editAt} aria-label={`Edit message ${index + 1}, ${name}, ${when}`}>
                      Edit
                    </Link>
                  ) : null}{" "}
                  {report.reportAt ? (
                    <Link
                      to={report.reportAt}
                      aria-label={`${report.isReported ? "Reported" : "Report"} message ${index + 1}, ${name}, ${when}`}
                    >
                      {report.isReported ? "Reported" : "Report"}
                    </Link>
                  ) : null}
                </p>
              ) : null}
            </li>
          </Fragment>
        ),
      )}
    </ol>
  )
}
