import { FieldProblem } from "~/components/ui/field-problem"
import {
  type Channel,
  channels,
  choicesFor,
  type Grid,
  hasChannel,
  type Topic,
  topics,
} from "~/models/foundation/told/topics"
import { channelTexts, choiceTexts, topicTexts } from "~/texts/foundation/told"

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
export function ToldGrid({ grid, columns, errors, ...form }: ToldGridProps) {
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
export const isShown = (topic: Topic, columns: readonly Channel[]): boolean =>
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
          {choicesFor(topic, channel).map((value) => (
            <option key={value} value={value}>
              {choiceTexts[value]}
            </option>
          ))}
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
export const columnsBut = (without: readonly Channel[]): Channel[] =>
  channels.filter((channel) => !without.includes(channel))
