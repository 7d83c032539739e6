import { PostForm } from "~/components/form/post-form"
import { SubmitButton } from "~/components/form/submit-button"
import { type MailTopic, topicLabels } from "~/models/foundation/outbox/mail-topics"

type MailPartProps = { choices: { topic: MailTopic; isWanted: boolean }[]; email: string | null }

/** The emails the person wants from this school. */
export function MailPart({ choices, email }: MailPartProps) {
  return (
    <section className="section" aria-labelledby="mail-title" id="mail">
      <h2 id="mail-title">Email notifications</h2>
      <p className="dim">
        {email
          ? `Sent to ${email}. You’ll always get invoices, overdue notices, invitations and security emails.`
          : "Your account has no email address, so we can’t send you notifications."}
      </p>
      <PostForm className="form" key={JSON.stringify(choices)}>
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
        <p>
          <SubmitButton intent="mail" variant="secondary" pending="Saving…">
            Save notifications
          </SubmitButton>
        </p>
      </PostForm>
    </section>
  )
}
