type Point = {
  label: string
  /** the figure as a person reads it */
  value: string
  /** from 0 on the lowest line to 1 on the highest */
  height: number
  /** the month isn't over: its line is dashed and the table notes it */
  soFar?: boolean
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

const lines = [14, 34, 54, 74, 94]
const [left, right] = [48, 376]

const pathOf = (points: readonly { x: number; y: number }[]) =>
  `M${points.map(({ x, y }) => `${x} ${y}`).join("L")}`

/** Five lines, note heads as points, the latest in blue pencil. The heading states the finding; a table follows. */
export function LineChart({ summary, points, low, high, columns }: LineChartProps) {
  const step = points.length > 1 ? (right - left) / (points.length - 1) : 0
  const placed = points.map((point, index) => ({
    ...point,
    x: Math.round(left + index * step),
    y: Math.round((94 - 80 * point.height) * 10) / 10,
    latest: index === points.length - 1,
  }))
  return (
    <>
      <svg className="line-chart" viewBox="0 0 400 122" role="img" aria-label={summary}>
        {lines.map((y) => (
          <path key={y} className="gridline" d={`M36 ${y}H396`} />
        ))}
        <path className="curve" d={pathOf(placed.filter(({ soFar }) => !soFar))} />
        {placed.at(-1)?.soFar ? (
          <path className="curve" strokeDasharray="4 4" d={pathOf(placed.slice(-2))} />
        ) : null}
        {placed.map(({ x, y, label, latest }) => (
          <g key={label}>
            <ellipse
              className={latest ? "point latest" : "point"}
              cx={x}
              cy={y}
              rx="5.6"
              ry="4"
              transform={`rotate(-22 ${x} ${y})`}
            />
            <text x={x} y="116" textAnchor="middle">
              {label}
            </text>
          </g>
        ))}
        <text x="31" y="98" textAnchor="end">
          {low}
        </text>
        <text x="31" y="18" textAnchor="end">
          {high}
        </text>
      </svg>
      <details className="small">
        <summary className="dim">View as a table</summary>
        <table>
          <thead>
            <tr>
              <th scope="col">{columns[0]}</th>
              <th scope="col" className="numeric">
                {columns[1]}
              </th>
            </tr>
          </thead>
          <tbody>
            {points.map(({ label, value, soFar }) => (
              <tr key={label}>
                <td>
                  {label}
                  {soFar ? ", so far" : null}
                </td>
                <td className="numeric">{value}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </>
  )
}
