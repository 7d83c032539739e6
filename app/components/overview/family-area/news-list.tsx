import type { ReactNode } from "react"
import { Link } from "~/components/ui/button"
import { Status } from "~/components/ui/status"
import { countOf, formatDate, formatTime } from "~/utils/formats"
import { paths } from "~/utils/paths"

type Lesson = { id: string; className: string; localDate: string }

type NewsListProps = {
  childId: string
  /** The day of the visit before. */
  since: string
  news: {
    lessons: (Lesson & { startTime: string; change: keyof typeof changes })[]
    times: { id: string; name: string }[]
    notes: Lesson[]
    tasks: number
    reports: number
    invoices: { id: string; number: string }[]
  }
}

const changes = {
  moved: { label: "Moved", head: "open" },
  canceled: { label: "Canceled", head: "rest" },
  "on-again": { label: "On again", head: "open" },
  added: { label: "Added", head: "open" },
} as const

type Row = [key: string, text: ReactNode, mark: ReactNode]

/** What is new to the reader since they were here last, each with the way to it. */
export function NewsList({ childId, since, news }: NewsListProps) {
  const child = { child: childId }
  const { lessons, times, notes, tasks, reports, invoices } = news
  const rows = [
    ...lessons.map(
      ({ id, className, localDate, startTime, change }): Row => [
        `lesson ${id}`,
        <Link key="to" to={paths.studentSession(id, child)}>
          {formatDate(localDate, "short")}, {formatTime(startTime)}, {className}
        </Link>,
        <Status key="mark" head={changes[change].head}>
          {changes[change].label}
        </Status>,
      ],
    ),
    ...times.map(({ id, name }) => row(`time ${id}`, paths.studentSchedule(child), `Weekly time of ${name}`)),
    ...notes.map(({ id, className, localDate }) =>
      row(
        `note ${id}`,
        paths.studentFeedback({ ...child, reply: id }),
        `Feedback on ${className}, ${formatDate(localDate, "short")}`,
      ),
    ),
    ...(tasks > 0 ? [row("tasks", paths.studentProgress(child), countOf(tasks, "practice assignment"))] : []),
    ...(reports > 0 ? [row("reports", paths.studentReports(child), countOf(reports, "report"))] : []),
    ...invoices.map(({ id, number }) => row(`invoice ${id}`, paths.studentInvoice(id), `Invoice ${number}`)),
  ]
  if (rows.length === 0) return null
  return (
    <section className="section" aria-labelledby="news">
      <h2 id="news">New since {formatDate(since, "day")}</h2>
      <ul className="rows">
        {rows.map(([key, text, mark]) => (
          <li key={key}>
            <span>{text}</span> {mark}
          </li>
        ))}
      </ul>
    </section>
  )
}

const row = (key: string, to: string, text: string): Row => [
  key,
  <Link key="to" to={to}>
    {text}
  </Link>,
  <Status key="mark" head="open">
    New
  </Status>,
]
