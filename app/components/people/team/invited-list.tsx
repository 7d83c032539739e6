import { PostForm } from "~/components/form/post-form"
import { Button } from "~/components/ui/button"
import type { Right } from "~/models/foundation/access/rights"

type Invited = {
  id: string
  name: string
  email: string
  rights: readonly Right[]
  rightsText: string
  state: string
}

/** Who was invited to the office and hasn't answered, with buttons to send the email again or to withdraw it. */
export function InvitedList({ rows }: { rows: Invited[] }) {
  if (rows.length === 0) return null
  return (
    <section className="section" aria-labelledby="invited-title">
      <h2 id="invited-title">Invited</h2>
      <ul className="rows">
        {rows.map(({ id, name, email, rights, rightsText, state }) => (
          <li key={id}>
            <span>
              {name} <span className="dim long-text">{email}</span>
              <br />
              <span className="small dim">
                {rightsText} · {state}
              </span>
            </span>
            <PostForm className="buttons">
              <input type="hidden" name="invitationId" value={id} />
              <input type="hidden" name="name" value={name} />
              <input type="hidden" name="email" value={email} />
              {rights.map((right) => (
                <input key={right} type="hidden" name="rights" value={right} />
              ))}
              <Button name="intent" value="again" aria-label={`Send again: ${name}`}>
                Send again
              </Button>
              <Button name="intent" value="withdraw" variant="danger" aria-label={`Withdraw: ${name}`}>
                Withdraw
              </Button>
            </PostForm>
          </li>
        ))}
      </ul>
    </section>
  )
}
