import { PartButtons } from "~/components/form/part-form"
import { PostForm } from "~/components/form/post-form"
import { EditablePart } from "~/components/ui/editable-part"
import type { MailTopic } from "~/models/foundation/outbox/mail-topics"
import type { TextTopic } from "~/models/foundation/text-message/text-message"
import { topicTexts } from "~/texts/foundation/mail-topics"
import { textLabels } from "~/texts/foundation/text-messages"

type Choice<Topic> = { topic: Topic; isWanted: boolean }

type MailPartProps = {
  choices: Choice<MailTopic>[]
  /** What comes as text message, too; null while the person gets none. */
  texts: Choice<TextTopic>[] | null
  email: string | null
}

/** What of a kind of event comes which way. Emails about invoices, for one, are always sent. */
type Row = { topic: string; label: string; about: string; email?: boolean; text?: boolean; always?: string }

const alwaysSent: Partial<Record<TextTopic, string>> = { overdue: "Always", late: "With changed lessons" }

function rowsOf(choices: MailPartProps["choices"], texts: Choice<TextTopic>[]): Row[] {
  const wanted = new Map<string, boolean>(texts.map(({ topic, isWanted }) => [topic, isWanted]))
  const rows = choices.map(({ topic, isWanted }): Row => {
    const text = wanted.get(topic)
    return { topic, ...topicTexts[topic], email: isWanted, ...(text === undefined ? {} : { text }) }
  })
  const known = new Set(rows.map(({ topic }) => topic))
  const others = texts.filter(({ topic }) => !known.has(topic))
  return [
    ...rows,
    ...others.map(({ topic, isWanted }) => ({
      topic,
      ...textLabels[topic],
      text: isWanted,
      always: alwaysSent[topic] ?? "—",
    })),
  ]
}

/** The emails, and the text messages, that the person wants from this school. */
export function MailPart({ choices, texts, email }: MailPartProps) {
  const rows = rowsOf(choices, texts ?? [])
  return (
    <EditablePart
      id="mail"
      title={texts ? "Emails and text messages" : "Email notifications"}
      about={
        email
          ? `Sent to ${email}. You’ll always get invoices, overdue notices, invitations and security emails.`
          : "Your account has no email address, so we can’t send you notifications."
      }
      facts={rows.map((row) => [row.label, texts ? waysText(row) : row.email ? "On" : "Off"])}
    >
      <PostForm edits className="form" key={JSON.stringify([choices, texts])}>
        {texts ? <Channels rows={rows} /> : <Emails rows={rows} />}
        <PartButtons part="mail" intent="mail" save="Save notifications" pending="Saving…" />
      </PostForm>
    </EditablePart>
  )
}

/** "Email and text message", "Text message", "Off". */
function waysText({ email, text, always }: Row): string {
  const ways = [...(email || always ? ["Email"] : []), ...(text ? ["text message"] : [])].join(" and ")
  return ways ? ways.charAt(0).toUpperCase() + ways.slice(1) : "Off"
}

function Emails({ rows }: { rows: Row[] }) {
  return (
    <fieldset className="field">
      <legend className="visually-hidden">Email notifications</legend>
      {rows.map(({ topic, label, about, email }) => (
        <label key={topic} className="checkbox">
          <input type="checkbox" name="topic" value={topic} defaultChecked={email} />
          <span>
            {label}
            <br />
            <span className="small dim">{about}</span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}

function Channels({ rows }: { rows: Row[] }) {
  return (
    <>
      <input type="hidden" name="texts" value="yes" />
      <table className="channels">
        <thead>
          <tr>
            <th scope="col">Tell me about</th>
            <th scope="col">Email</th>
            <th scope="col">Text message</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ topic, label, about, email, text, always }) => (
            <tr key={topic}>
              <th scope="row">
                {label}
                <br />
                <span className="small dim">{about}</span>
              </th>
              <td>
                {always ? (
                  <span className="small dim">{always}</span>
                ) : (
                  <input
                    type="checkbox"
                    name="topic"
                    value={topic}
                    defaultChecked={email}
                    aria-label={`${label} by email`}
                  />
                )}
              </td>
              <td>
                {text === undefined ? (
                  <span className="small dim">—</span>
                ) : (
                  <input
                    type="checkbox"
                    name="text"
                    value={topic}
                    defaultChecked={text}
                    aria-label={`${label} by text message`}
                  />
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}
