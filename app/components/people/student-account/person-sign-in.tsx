import { PostForm } from "~/components/form/post-form"
import { SubmitButton } from "~/components/form/submit-button"
import { Status } from "~/components/ui/status"
import type { PersonSignIn as Person } from "~/models/people/invitation/student-sign-ins"
import { signInStatus } from "./sign-in-status"

const relations = { guardian: "guardian", student: "student", child: "student" }

/** One person related to a student: their name, the status of their portal access, and its buttons. */
export function PersonSignIn({ person }: { person: Person }) {
  const { head, tone, label } = signInStatus(person.state)
  return (
    <section className="sheet" aria-label={person.name}>
      <div className="page-head">
        <div>
          <p className="expression dim">{person.relation?.toLowerCase() ?? relations[person.kind]}</p>
          <h2>{person.name}</h2>
        </div>
        <Status head={head} tone={tone}>
          {label}
        </Status>
      </div>
      {person.username ? (
        <p>
          Logs in as <b>{person.username}</b>.
        </p>
      ) : person.kind === "child" ? null : (
        <p>{person.email ?? <span className="dim">No email</span>}</p>
      )}
      <Deeds person={person} />
    </section>
  )
}

function Deeds({ person: { id, kind, email, username, state } }: { person: Person }) {
  const who = <input type="hidden" name="person" value={id} />
  if (state.kind === "locked")
    return (
      <PostForm className="buttons">
        {who}
        <SubmitButton variant="secondary" intent="unlock" pending="Unlocking…">
          Unlock
        </SubmitButton>
      </PostForm>
    )
  if (state.kind === "active" || state.kind === "printed")
    return (
      <PostForm className="buttons">
        {who}
        {username ? (
          <SubmitButton variant="secondary" intent="new-start-password" pending="Creating…">
            Create new temporary password
          </SubmitButton>
        ) : null}
        <SubmitButton variant="danger" intent="lock" pending="Locking…">
          Lock
        </SubmitButton>
        <span className="small dim">Locking logs them out of your school. You can unlock them anytime.</span>
      </PostForm>
    )
  if (kind === "child") return null
  if (!email) return <p className="small dim">Add an email address to send an invitation.</p>
  return (
    <PostForm className="buttons">
      {who}
      <SubmitButton variant="secondary" intent="invite" pending="Sending…">
        {state.kind === "none" ? "Send invitation" : "Send again"}
      </SubmitButton>
      {state.kind === "invited" ? (
        <SubmitButton variant="danger" intent="revoke" pending="Withdrawing…">
          Withdraw
        </SubmitButton>
      ) : null}
      {state.kind === "invited" ? (
        <span className="small dim">Sending a new invitation cancels the earlier link.</span>
      ) : null}
    </PostForm>
  )
}
