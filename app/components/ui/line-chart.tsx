import type { MetricKeys } from "~/models/foundation/metrics/figures"
import { Figure } from "./figure"

export type Point = {
  label: string
  /** the figure as a person reads it */
  value: string
  /** from 0 on the lowest line to 1 on the highest */
  height: number
  /** the month isn't over: its line is dashed and the table notes it */
  soFar?: boolean
  /** what it was in the same month a year before */
  before?: { value: string; height: number }
  /** what it counts, and the list that holds it */
  opens?: { of: MetricKeys; to: string }
}

type LineChartProps = {
  /** read aloud in place of the picture: its subject, then every figure */
  summary: string
  points: Point[]
  /** the values of the lowest and the highest of the five lines */
  low: string
  high: string
  /** headings of the table: the labels, the figures */
  columns: [string, string]
}

/** Of a letter on a phone, in units of the picture. */
const letterWidth = 8
const lines = [14, 34, 54, 74, 94]
const [left, right] = [48, 376]

const pathOf = (points: readonly { x: number; y: number }[]) =>
  `M${points.map(({ x, y }) => `${x} ${y}`).join("L")}`

/** "Nov: 54, so far, a year before 50" */
const figureText = ({ label, value, soFar, before }: Point) =>
  [`${label}: ${value}`, soFar && "so far", before && `a year before ${before.value}`]
    .filter(Boolean)
    .join(", ")

/** A text near an end of the chart stays within it. */
const anchorAt = (x: number) => (x < 140 ? "start" : x > 280 ? "end" : "middle")

const yOf = (height: number) => Math.round((94 - 80 * height) * 10) / 10

/**
 * Five lines, note heads as points, the latest in blue pencil, the year before as a pale line. A point says its figure to a
 * pointer and to the keyboard. The heading states the finding; a table follows.
 */
export function LineChart({ summary, ...chart }: LineChartProps) {
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: no fieldset; each point is reached by itself and says its figure */}
      <svg className="line-chart" viewBox="0 0 400 122" role="group" aria-label={summary}>
        <Drawing {...chart} />
      </svg>
      <details className="small">
        <Figures {...chart} />
      </details>
    </>
  )
}

type ChartProps = Omit<LineChartProps, "summary">

function Drawing({ points, low, high }: ChartProps) {
  const step = points.length > 1 ? (right - left) / (points.length - 1) : 0
  const placed = points.map((point, index) => ({
    ...point,
    x: Math.round(left + index * step),
    y: yOf(point.height),
    latest: index === points.length - 1,
  }))
  const ghost = placed.flatMap(({ x, before }) => (before ? [{ x, y: yOf(before.height) }] : []))
  const reach = Math.max(step, 12)
  const isTight = points.some(({ label }) => label.length * letterWidth > step - 4)
  return (
    <>
      {lines.map((y) => (
        <path key={y} className="gridline" d={`M36 ${y}H396`} />
      ))}
      {ghost.length > 1 ? <path className="curve ghost" d={pathOf(ghost)} /> : null}
      <path className="curve" d={pathOf(placed.filter(({ soFar }) => !soFar))} />
      {placed.at(-1)?.soFar ? (
        <path className="curve" strokeDasharray="4 4" d={pathOf(placed.slice(-2))} />
      ) : null}
      {placed.map((point, index) => {
        const { x, y, label, latest } = point
        const text = figureText(point)
        return (
          // a chart of two years has each name twice
          // biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: the keyboard reads the figures one by one, as a pointer does
          <g
            key={`${label} ${String(index)}`}
            className="with-figure"
            role="img"
            aria-label={text}
            tabIndex={0}
          >
            <rect className="touch-area" x={x - reach / 2} y="4" width={reach} height="114" />
            <ellipse
              className={latest ? "point latest" : "point"}
              cx={x}
              cy={y}
              rx="5.6"
              ry="4"
              transform={`rotate(-22 ${x} ${y})`}
            />
            <text
              className={isTight && (points.length - index) % 2 === 0 ? "spare" : undefined}
              x={x}
              y="116"
              textAnchor="middle"
            >
              {label}
            </text>
            <text className="figure" x={x} y={Math.max(y - 8, 10)} textAnchor={anchorAt(x)}>
              {text}
            </text>
          </g>
        )
      })}
      <text x="31" y="98" textAnchor="end">
        {low}
      </text>
      <text x="31" y="18" textAnchor="end">
        {high}
      </text>
    </>
  )
}

function Figures({ points, columns }: ChartProps) {
  const hasBefore = points.some(({ before }) => before)
  return (
    <>
      <summary className="dim">
        View as a table<span className="visually-hidden">{`: ${columns[1]}`}</span>
      </summary>
      <table>
        <thead>
          <tr>
            <th scope="col">{columns[0]}</th>
            <th scope="col" className="numeric">
              {columns[1]}
            </th>
            {hasBefore ? (
              <th scope="col" className="numeric">
                A year before
              </th>
            ) : null}
          </tr>
        </thead>
        <tbody>
          {points.map(({ label, value, soFar, before, opens }, index) => (
            <tr key={`${label} ${String(index)}`}>
              <td>{soFar ? `${label}, so far` : label}</td>
              <td className="numeric">{opens ? <Figure {...opens}>{value}</Figure> : value}</td>
              {hasBefore ? <td className="numeric">{before?.value ?? "–"}</td> : null}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}
