import { Callout } from "~/components/ui/callout"
import { countOf } from "~/utils/count-of"

type RecipientListProps = {
  audience: {
    kind: "conversation" | "announcement"
    recipients: { name: string; why: string; byMail: boolean; signsIn: boolean }[]
    unreachable: string[]
  }
}

/** Exactly who gets a message and why, before it is sent. */
export function RecipientList({ audience: { kind, recipients, unreachable } }: RecipientListProps) {
  const count = recipients.length
  const list = (
    <ul className="rows">
      {recipients.map(({ name, why, byMail, signsIn }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two people may share a name, and the list never changes on the page
        <li key={index}>
          <span>{name}</span>
          <span className="dim small">
            {why}
            {signsIn ? (byMail ? "" : ", here only") : ", by mail only"}
          </span>
        </li>
      ))}
    </ul>
  )
  return (
    <section className="section" aria-labelledby="who">
      <h2 id="who">{countOf(count, "person gets it", "people get it")}</h2>
      <p className="dim">
        {kind === "announcement"
          ? "An announcement: they do not see each other. Whoever answers writes to you alone."
          : "Everybody here sees what is written, and may answer."}
      </p>
      {count > 12 ? (
        <details>
          <summary>See all of them</summary>
          {list}
        </details>
      ) : (
        list
      )}
      {unreachable.length > 0 ? (
        <Callout tone="amber">
          <p>Without a sign-in or a mail address, so not reached: {unreachable.join(", ")}.</p>
        </Callout>
      ) : null}
    </section>
  )
}
