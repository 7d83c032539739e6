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
type Typed = Partial<Record<string, unknown>> | null | undefined

type ToldGridProps = {
  grid: Grid
  typed: Typed
  /** The channels that reach the reader; of the others nothing is chosen. */
  columns: readonly Channel[]
}

/** Kinds of events, one a row, and what is chosen of each on each channel. Plain fields, so that it works without a script. */
export function ToldGrid({ grid, typed, columns }: ToldGridProps) {
  const rows = topics.filter((topic) => grid[topic] && isShown(topic, columns))
  return (
    <>
      <input type="hidden" name="columns" value={columns.join(" ")} />
      <table className="channels">
        <thead>
          <tr>
            <th scope="col">Event</th>
            {columns.map((channel) => (
              <th key={channel} scope="col">
                {channelTexts[channel].label}
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
                  <Cell topic={topic} channel={channel} grid={grid} typed={typed} />
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

type CellProps = { topic: Topic; channel: Channel; grid: Grid; typed: Typed }

/** A choice as it was typed, or as it is. */
function shownChoice({ topic, channel, grid, typed }: CellProps) {
  const choice = grid[topic]?.[channel]
  if (choice === undefined || !typed) return choice
  const of = typed[channel]
  if (channel === "email") return (of as Partial<Record<string, string>> | undefined)?.[topic] ?? choice
  return [of].flat().includes(topic) ? "now" : "off"
}

function Cell(props: CellProps) {
  const { topic, channel } = props
  const choice = shownChoice(props)
  if (choice === undefined)
    return <span className="small dim">{channel === "email" && topic === "invoices" ? "Always" : "—"}</span>
  const label = `${topicTexts[topic].label} ${channelTexts[channel].by}`
  if (channel === "email")
    return (
      <select name={`email.${topic}`} defaultValue={choice} aria-label={label}>
        {choicesFor(topic, channel).map((value) => (
          <option key={value} value={value}>
            {choiceTexts[value]}
          </option>
        ))}
      </select>
    )
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
