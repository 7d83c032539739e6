import type { ReactNode } from "react"
import { formatDate } from "~/utils/date-text"

type AboutProps = {
  student: { code: string | null; birthDate: string | null; email: string | null; phone: string | null }
  instruments: { instrument: string; level: string | null }[]
  statuses: { id: string; label: string; fromDate: string; reason: string | null }[]
}

/** A student’s details and past statuses. */
export function StudentAbout({ student, instruments, statuses }: AboutProps) {
  const { code, birthDate, email, phone } = student
  const facts: { label: string; value: ReactNode }[] = [
    ...(birthDate ? [{ label: "Birth date", value: formatDate(birthDate, "full") }] : []),
    ...instruments.map(({ instrument, level }) => ({ label: instrument, value: level ?? "" })),
    ...(code ? [{ label: "Student ID", value: code }] : []),
    ...(email ? [{ label: "Email", value: <a href={`mailto:${email}`}>{email}</a> }] : []),
    ...(phone
      ? [{ label: "Phone", value: <a href={`tel:${phone.replace(/[^\d+]/g, "")}`}>{phone}</a> }]
      : []),
    ...statuses.map(({ label: status, fromDate, reason }) => ({
      label: `${status} from ${formatDate(fromDate, "medium")}`,
      value: reason ?? "",
    })),
  ]
  if (facts.length === 0) return <p className="dim">No details yet. Add them under Edit student.</p>
  return (
    <dl className="ledger">
      {facts.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd className="wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
