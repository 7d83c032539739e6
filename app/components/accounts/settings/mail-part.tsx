import { PartButtons } from "~/components/form/part-form"
import { PostForm } from "~/components/form/post-form"
import { EditablePart } from "~/components/ui/editable-part"
import { type MailTopic, topicLabels } from "~/models/foundation/outbox/mail-topics"

type MailPartProps = { choices: { topic: MailTopic; isWanted: boolean }[]; email: string | null }

/** The emails the person wants from this school. */
export function MailPart({ choices, email }: MailPartProps) {
  return (
    <EditablePart
      id="mail"
      title="Email notifications"
      about={
        email
          ? `Sent to ${email}. You’ll always get invoices, overdue notices, invitations and security emails.`
          : "Your account has no email address, so we can’t send you notifications."
      }
      facts={choices.map(({ topic, isWanted }) => [topicLabels[topic].label, isWanted ? "On" : "Off"])}
    >
      <PostForm edits className="form" key={JSON.stringify(choices)}>
        <fieldset className="field">
          <legend className="visually-hidden">Email notifications</legend>
          {choices.map(({ topic, isWanted }) => (
            <label key={topic} className="checkbox">
              <input type="checkbox" name="topic" value={topic} defaultChecked={isWanted} />
              <span>
                {topicLabels[topic].label}
                <br />
                <span className="small dim">{topicLabels[topic].about}</span>
              </span>
            </label>
          ))}
        </fieldset>
        <PartButtons part="mail" intent="mail" save="Save notifications" pending="Saving…" />
      </PostForm>
    </EditablePart>
  )
}
