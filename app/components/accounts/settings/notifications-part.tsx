import type { SubmissionResult } from "@conform-to/react"
import { GroupedOptions } from "~/components/form/grouped-options"
import { PartButtons } from "~/components/form/part-form"
import { PostForm, SubmitButton } from "~/components/form/post-form"
import { CancelEdit, EditablePart } from "~/components/ui/editable-part"
import { FieldProblem } from "~/components/ui/field-problem"
import {
  type Channel,
  channels,
  choicesFor,
  type Grid,
  hasChannel,
  type Topic,
  topics,
} from "~/models/foundation/notification-preferences/topics"
import { channelTexts, choiceTexts, topicTexts, waysText } from "~/texts/foundation/notification-preferences"

type NotificationsPartProps = {
  grid: Grid
  /** Some of it is the person's own choice, not the school's. */
  hasOwn: boolean
  email: string | null
  /** The channels that can't reach the person, each with why. */
  unreached: Partial<Record<Channel, string>>
  result?: SubmissionResult
}

/** What the person is told of, and on which channel. */
export function NotificationsPart({ grid, hasOwn, email, unreached, result }: NotificationsPartProps) {
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
          What is chosen once a day comes in one email, at the time under Quiet hours. News of a lesson that
          begins soon comes right away.
        </p>
        <p className="buttons">
          <SubmitButton intent="mail" pending="Saving…" label="Save notifications" />
          {hasOwn ? (
            <SubmitButton
              intent="told-as-school"
              variant="secondary"
              pending="Saving…"
              label="Use your school’s choices"
            />
          ) : null}
          <CancelEdit part="mail" />
        </p>
      </PostForm>
    </EditablePart>
  )
}

function Unreached({ unreached }: Pick<NotificationsPartProps, "unreached">) {
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
export function SchoolNotificationsPart({ grid, result }: { grid: Grid; result?: SubmissionResult }) {
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

/** What was sent and refused, as someone else changed the same: it stays as it was typed. */
/** What is wrong with a field, by its name. */
type Problems = Partial<Record<string, string[] | null>> | null | undefined

type Typed = Partial<Record<string, unknown>> | null | undefined

type ToldGridProps = {
  /** the form that the fields are in */
  formId: string
  grid: Grid
  typed: Typed
  errors: Problems
  /** The channels that reach the reader; of the others nothing is chosen. */
  columns: readonly Channel[]
}

/** Kinds of events, one a row, and what is chosen of each on each channel. Plain fields, so that it works without a script. */
function ToldGrid({ grid, columns, errors, ...form }: ToldGridProps) {
  const rows = topics.filter((topic) => grid[topic] && isShown(topic, columns))
  return (
    <>
      <input type="hidden" name="columns" value={columns.join(" ")} />
      <table className="channels">
        <thead>
          <tr>
            <th scope="col">Event</th>
            {columns.map((channel) => (
              <th key={channel} scope="col" id={`${form.formId}-${channel}`}>
                {channelTexts[channel].label}
                <FieldProblem id={`${form.formId}-${channel}-error`} message={errors?.[channel]?.[0]} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((topic) => (
            <tr key={topic}>
              <th scope="row">
                {topicTexts[topic].label}
                <br />
                <span className="small dim">{topicTexts[topic].about}</span>
              </th>
              {columns.map((channel) => (
                <td key={channel}>
                  <Cell
                    {...form}
                    topic={topic}
                    channel={channel}
                    grid={grid}
                    problem={errors?.[`${channel}.${topic}`]?.[0]}
                  />
                </td>
              ))}
            </tr>
          ))}
          <tr>
            <th scope="row">
              Logins and invitations
              <br />
              <span className="small dim">
                Passwords, new addresses, invitations, and what you did yourself.
              </span>
            </th>
            {columns.map((channel) => (
              <td key={channel}>
                <span className="small dim">{channel === "email" ? "Always" : "—"}</span>
              </td>
            ))}
          </tr>
        </tbody>
      </table>
    </>
  )
}

/** Whether a row has anything in these columns; invoices always have their email. */
const isShown = (topic: Topic, columns: readonly Channel[]): boolean =>
  columns.some((channel) => hasChannel(topic, channel)) || topic === "invoices"

type CellProps = {
  formId: string
  topic: Topic
  channel: Channel
  grid: Grid
  typed: Typed
  problem?: string
}

/** A choice as it was typed, or as it is. */
function shownChoice({ topic, channel, grid, typed }: CellProps) {
  const choice = grid[topic]?.[channel]
  if (choice === undefined || !typed) return choice
  const of = typed[channel]
  if (channel === "email") return (of as Partial<Record<string, string>> | undefined)?.[topic] ?? choice
  return [of].flat().includes(topic) ? "now" : "off"
}

function Cell(props: CellProps) {
  const { formId, topic, channel, problem } = props
  const choice = shownChoice(props)
  if (choice === undefined)
    return <span className="small dim">{channel === "email" && topic === "invoices" ? "Always" : "—"}</span>
  const label = `${topicTexts[topic].label} ${channelTexts[channel].by}`
  if (channel === "email") {
    const id = `${formId}-email.${topic}`
    return (
      <>
        <FieldProblem id={`${id}-error`} message={problem} />
        <select
          id={id}
          name={`email.${topic}`}
          defaultValue={choice}
          aria-label={label}
          aria-invalid={problem ? true : undefined}
          aria-describedby={problem ? `${id}-error` : undefined}
        >
          <GroupedOptions
            choices={choicesFor(topic, channel).map((value) => ({ value, label: choiceTexts[value] }))}
          />
        </select>
      </>
    )
  }
  return (
    <input
      type="checkbox"
      name={channel}
      value={topic}
      defaultChecked={choice !== "off"}
      aria-label={label}
    />
  )
}

/** The channels in the order of the columns, without some. */
const columnsBut = (without: readonly Channel[]): Channel[] =>
  channels.filter((channel) => !without.includes(channel))
