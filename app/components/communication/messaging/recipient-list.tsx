import { Callout } from "~/components/ui/callout"
import { unreachedText } from "~/models/foundation/outbox/returned-address"
import { countOf } from "~/utils/count-of"
import { joinNames } from "~/utils/join-names"

type RecipientListProps = {
  audience: {
    kind: "conversation" | "announcement"
    recipients: { name: string; why: string; byMail: boolean; hasEmail: boolean; signsIn: boolean }[]
    unreachable: string[]
    returned: string[]
    unwanting: string[]
  }
  /** Who can get it as a text message, too, in the same order; undefined where no one chooses that. */
  ways?: readonly TextWay[] | undefined
}

/** They agreed to texts, agreed but not to messages as texts, or have no number. */
export type TextWay = "text" | "unwanted" | "none"

const wayTexts: Record<TextWay, string> = {
  text: "; text message possible",
  unwanted: "; no text: they turned messages off as texts",
  none: "; no text: they haven’t turned text messages on",
}

/** Who gets a message and why, shown before it is sent. */
export function RecipientList({
  audience: { kind, recipients, unreachable, returned, unwanting },
  ways,
}: RecipientListProps) {
  const count = recipients.length
  const withoutEmail = recipients.flatMap(({ name, hasEmail }) => (hasEmail ? [] : name))
  const notEmailed = unreachedText({ reached: [], returned, withoutEmail, unwanting })
  const list = (
    <ul className="rows">
      {recipients.map(({ name, why, byMail, signsIn }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two people may share a name, and the list never changes on the page
        <li key={index}>
          <span>{name}</span>{" "}
          <span className="dim small">
            {why}
            {signsIn ? (byMail ? "" : ", in Tutti only") : ", by email only"}
            {ways ? wayTexts[ways[index] ?? "none"] : ""}
          </span>
        </li>
      ))}
    </ul>
  )
  return (
    <section className="section" aria-labelledby="who">
      <h2 id="who">{countOf(count, "recipient")}</h2>
      <p className="dim">
        {kind === "announcement"
          ? "Recipients can’t see each other. Replies come only to you."
          : "Everyone in this conversation can read and reply."}
      </p>
      {count > 12 ? (
        <details>
          <summary>View {countOf(count, "recipient")}</summary>
          {list}
        </details>
      ) : (
        list
      )}
      {notEmailed ? (
        <Callout tone="amber">
          <p>{notEmailed}</p>
        </Callout>
      ) : null}
      {unreachable.length > 0 ? (
        <Callout tone="amber">
          <p>Can’t reach {joinNames(unreachable)}: no login or email.</p>
        </Callout>
      ) : null}
    </section>
  )
}
