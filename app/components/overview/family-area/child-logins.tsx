import { PostForm } from "~/components/form/post-form"
import { SubmitButton } from "~/components/form/submit-button"

type ChildLoginsProps = { list: { studentId: string; name: string; username: string }[] }

/** For a guardian whose children log in with a username: those accounts have no mailbox to reset a password. */
export function ChildLogins({ list }: ChildLoginsProps) {
  if (list.length === 0) return null
  return (
    <section className="section" aria-labelledby="children-title">
      <h2 id="children-title">Your children’s logins</h2>
      <p className="dim">
        Forgot a password? Create a temporary one. It logs the child out everywhere, and they choose their own
        password when they log in next.
      </p>
      <ul className="rows">
        {list.map(({ studentId, name, username }) => (
          <li key={studentId}>
            <PostForm className="buttons between">
              <span>
                {name}, username <b>{username}</b>
              </span>
              <input type="hidden" name="student" value={studentId} />
              <SubmitButton variant="secondary" intent="child-password" pending="Creating a password…">
                Create temporary password <span className="visually-hidden">for {name}</span>
              </SubmitButton>
            </PostForm>
          </li>
        ))}
      </ul>
    </section>
  )
}
