import type { ReactNode } from "react"
import { PhoneText } from "~/components/ui/phone-link"
import type { ReturnKind } from "~/models/foundation/outbox/returned-address"
import { formatDate } from "~/utils/date-text"
import { ReturnedMark } from "./returned-mark"

type AboutProps = {
  student: Record<"code" | "birthDate" | "email" | "phone" | "emergencyContact", string | null>
  /** why their address isn't emailed */
  returned: ReturnKind | null
  instruments: { instrument: string; level: string | null }[]
  /** What the school asks besides. */
  answers: { label: string; value: string }[]
  statuses: { id: string; label: string; fromDate: string; reason: string | null }[]
}

/** A student’s details and past statuses. */
export function StudentAbout({ student, returned, instruments, answers, statuses }: AboutProps) {
  const { code, birthDate, email, phone, emergencyContact } = student
  const facts: { key?: string; label: string; value: ReactNode }[] = [
    ...(birthDate ? [{ label: "Birth date", value: formatDate(birthDate, "full") }] : []),
    ...instruments.map(({ instrument, level }) => ({ label: instrument, value: level ?? "" })),
    ...(code ? [{ label: "Student ID", value: code }] : []),
    ...(email
      ? [
          {
            label: "Email",
            value: (
              <>
                <a href={`mailto:${email}`}>{email}</a> <ReturnedMark kind={returned} />
              </>
            ),
          },
        ]
      : []),
    ...(phone
      ? [{ label: "Phone", value: <a href={`tel:${phone.replace(/[^\d+]/g, "")}`}>{phone}</a> }]
      : []),
    ...(emergencyContact
      ? [{ label: "Emergency contact", value: <PhoneText text={emergencyContact} /> }]
      : []),
    // A field of the school's own may be named as one of ours.
    ...answers.map((answer) => ({ ...answer, key: `own ${answer.label}` })),
    ...statuses.map(({ label: status, fromDate, reason }) => ({
      label: `${status} from ${formatDate(fromDate, "medium")}`,
      value: reason ?? "",
    })),
  ]
  if (facts.length === 0) return <p className="dim">No details yet. Add them under Edit student.</p>
  return (
    <dl className="ledger">
      {facts.map(({ key, label, value }) => (
        <div key={key ?? label}>
          <dt>{label}</dt>
          <dd className="wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
