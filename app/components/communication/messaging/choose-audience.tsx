import { Form, useSubmit } from "@remix-run/react"
import { NameChoice } from "~/components/form/name-choice/name-choice"
import { Link } from "~/components/ui/button"
import { CalloutText } from "~/components/ui/callout"
import type { NameOffer } from "~/models/foundation/name-search/name-search"
import { unreachedText } from "~/models/foundation/outbox/bounce"
import { countOf } from "~/utils/formats"
import { joinNames, upperFirst } from "~/utils/names"
import { paths } from "~/utils/paths"

type AudienceSelectProps = {
  choices: NameOffer
  chosen: string
  /** how the chosen one reads where the list doesn't have it, such as students selected in a list */
  chosenLabel: string | undefined
}

/** The people someone may write to, by group. With a script a choice loads its recipients right away. */
function AudienceSelect({ choices, chosen, chosenLabel }: AudienceSelectProps) {
  const submit = useSubmit()
  const isListed = choices.choices.some(({ value }) => value === chosen)
  const offer =
    chosenLabel === undefined || isListed
      ? choices
      : { ...choices, choices: [{ value: chosen, label: upperFirst(chosenLabel) }, ...choices.choices] }
  return (
    <div className="min-w-0 fill">
      <NameChoice
        id="to"
        name="to"
        label="To"
        sought="a person, class or group"
        prompt="Choose recipients"
        value={chosen}
        offer={offer}
        source={paths.recipientNames()}
        onChoose={(form) => submit(form, { preventScrollReset: true })}
      />
    </div>
  )
}

/** So many are quicker to read than a list is to open. */
const few = 6

type ChooseAudienceProps = {
  choices: NameOffer
  chosen: string
  chosenLabel: string | undefined
  /** what is in the message already, for the page that shows the chosen recipients */
  begun: Record<string, string | undefined>
}

/** Whom a message goes to: for a family, which has few to write to, a link each; else a list to choose from. */
export function ChooseAudience({ choices, chosen, chosenLabel, begun }: ChooseAudienceProps) {
  const isEmpty = Object.values(begun).every((value) => !value)
  if (!chosen && isEmpty && !choices.isSearched && choices.choices.length <= few)
    return (
      <ul className="rows" aria-label="Recipients">
        {choices.choices.map(({ value, label, group }) => (
          <li key={value}>
            <b>
              <Link to={paths.newMessage({ to: value })}>{label}</Link>
            </b>{" "}
            <span className="dim small">{group}</span>
          </li>
        ))}
      </ul>
    )
  return (
    <Form method="get" className="toolbar" aria-label="Recipients">
      {Object.entries(begun).map(([name, value]) =>
        value ? <input key={name} type="hidden" name={name} value={value} /> : null,
      )}
      <AudienceSelect choices={choices} chosen={chosen} chosenLabel={chosenLabel} />
      <button className="button self-end noscript" type="submit">
        Preview recipients
      </button>
    </Form>
  )
}

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
      {notEmailed ? <CalloutText tone="amber">{notEmailed}</CalloutText> : null}
      {unreachable.length > 0 ? (
        <CalloutText tone="amber">Can’t reach {joinNames(unreachable)}: no login or email.</CalloutText>
      ) : null}
    </section>
  )
}
