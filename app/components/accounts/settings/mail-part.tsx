import { PostForm } from "~/components/form/post-form"
import { SubmitButton } from "~/components/form/submit-button"
import { type MailTopic, topicLabels } from "~/models/foundation/outbox/mail-topics"

type MailPartProps = { choices: { topic: MailTopic; isWanted: boolean }[]; email: string | null }

/** What the person wants by mail in this school. */
export function MailPart({ choices, email }: MailPartProps) {
  return (
    <section className="section" aria-labelledby="mail-title" id="mail">
      <h2 id="mail-title">Your mail</h2>
      <p className="dim">
        {email
          ? `Goes to ${email}. Invoices, what is overdue, invitations and what concerns your sign-in always come.`
          : "You have no e-mail address here, so nothing is sent to you."}
      </p>
      <PostForm className="form" key={JSON.stringify(choices)}>
        <fieldset className="field">
          <legend className="visually-hidden">What you want by mail</legend>
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
            Save what you want by mail
          </SubmitButton>
        </p>
      </PostForm>
    </section>
  )
}
