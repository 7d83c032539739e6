import type { SubmissionResult } from "@conform-to/react"
import { PartButtons } from "~/components/form/part-form"
import { PostForm } from "~/components/form/post-form"
import { SubmitButton } from "~/components/form/submit-button"
import { CancelEdit, EditablePart } from "~/components/ui/editable-part"
import { type Channel, channels, type Grid, topics } from "~/models/foundation/told/topics"
import { channelTexts, topicTexts, waysText } from "~/texts/foundation/told"
import { columnsBut, isShown, ToldGrid } from "./told-grid"

type ToldPartProps = {
  grid: Grid
  /** Some of it is the person's own choice, not the school's. */
  hasOwn: boolean
  email: string | null
  /** The channels that can't reach the person, each with why. */
  unreached: Partial<Record<Channel, string>>
  result?: SubmissionResult
}

/** What the person is told of, and on which channel. */
export function ToldPart({ grid, hasOwn, email, unreached, result }: ToldPartProps) {
  const columns = columnsBut(Object.keys(unreached) as Channel[])
  const rows = topics.filter((topic) => grid[topic] && isShown(topic, columns))
  const reached = (ways: Grid[keyof Grid] = {}) =>
    Object.fromEntries(columns.map((channel) => [channel, ways[channel]]))
  return (
    <EditablePart
      id="mail"
      title="Notifications"
      about={
        email
          ? `Emails go to ${email}. You’ll always get invoices, overdue notices, invitations and security emails.`
          : undefined
      }
      list={<Unreached unreached={unreached} />}
      facts={rows.map((topic) => [
        topicTexts[topic].label,
        waysText(reached(grid[topic]), topic === "invoices" && email !== null),
      ])}
    >
      <PostForm edits className="form" id="mail-form" key={JSON.stringify([grid, columns])}>
        <ToldGrid
          formId="mail-form"
          grid={grid}
          typed={result?.initialValue}
          errors={result?.error}
          columns={columns}
        />
        <p className="dim">
          What is chosen once a day comes in one email, at the time under Quiet hours. A lesson that begins
          soon is told at once.
        </p>
        <p className="buttons">
          <SubmitButton intent="mail" pending="Saving…">
            Save notifications
          </SubmitButton>
          {hasOwn ? (
            <SubmitButton intent="told-as-school" variant="secondary" pending="Saving…">
              Use your school’s choices
            </SubmitButton>
          ) : null}
          <CancelEdit part="mail" />
        </p>
      </PostForm>
    </EditablePart>
  )
}

function Unreached({ unreached }: Pick<ToldPartProps, "unreached">) {
  const each = columnsBut([]).flatMap((channel) => {
    const why = unreached[channel]
    return why ? [{ channel, why }] : []
  })
  if (each.length === 0) return null
  return (
    <ul className="plain small dim">
      {each.map(({ channel, why }) => (
        <li key={channel}>
          {channelTexts[channel].label}: {why}
        </li>
      ))}
    </ul>
  )
}

/** What everyone is told of who chose nothing else. */
export function SchoolToldPart({ grid, result }: { grid: Grid; result?: SubmissionResult }) {
  return (
    <EditablePart
      id="told"
      title="Notifications"
      about="For everyone who chose nothing else in their own settings. Texts go only to people who agreed to them, notifications to devices that they turned on for."
      facts={topics.map((topic) => [
        topicTexts[topic].label,
        waysText(grid[topic] ?? {}, topic === "invoices"),
      ])}
    >
      <PostForm edits className="form" id="told-form" key={JSON.stringify(grid)}>
        <ToldGrid
          formId="told-form"
          grid={grid}
          typed={result?.initialValue}
          errors={result?.error}
          columns={channels}
        />
        <PartButtons part="told" intent="told" save="Save notifications" pending="Saving…" />
      </PostForm>
    </EditablePart>
  )
}
