import { ActButton } from "~/components/form/post-form"
import { Link } from "~/components/ui/button"
import { PhoneLink } from "~/components/ui/phone-link"
import { Status } from "~/components/ui/status"
import type { BounceKind } from "~/models/foundation/outbox/bounce"
import type { SignInState } from "~/models/people/invitation/student-sign-ins"
import type { StudentStatus as State } from "~/models/people/student/student"
import { formatFigure } from "~/utils/formats"
import { fullName } from "~/utils/names"
import { paths } from "~/utils/paths"
import { addressText } from "~/utils/postal-address"
import { relationWord } from "~/utils/word-within"
import { signInStatus } from "../student-account/sign-in-status"
import { BounceMark } from "./bounce-mark"
import { StudentStatus } from "./student-status"

export type FamilyGuardian = {
  id: string
  name: string
  relation: string | null
  email: string | null
  phone: string | null
  /** basis points */
  payerShare: number
  seesMoney: boolean
  portal: SignInState
  /** why their address isn't emailed */
  returned: BounceKind | null
}

type Family = {
  id: string
  name: string
  address: string | null
  guardians: FamilyGuardian[]
  students: { id: string; firstName: string; lastName: string; status: State }[]
}

type FamilyOfStudentProps = {
  family: Family
  student: { id: string; firstName: string; hasLogin: boolean }
}

/** The guardians and siblings of a student: how to reach them, who pays, and who can log in. */
export function FamilyOfStudent({ family, student }: FamilyOfStudentProps) {
  const siblings = family.students.filter(({ id }) => id !== student.id)
  return (
    <section className="section" aria-labelledby="family">
      <header>
        <h2 id="family">
          <Link to={paths.familyRecord(family.id)}>{family.name}</Link>
        </h2>
        <span className="buttons">
          <Link to={paths.newStudent({ family: family.id })}>Add sibling</Link>
        </span>
      </header>
      <ul className="kin-list bracket indented">
        {family.guardians.map((guardian) => (
          <Guardian
            key={guardian.id}
            guardian={guardian}
            inviteAt={paths.studentAccount(student.id)}
            back="record"
          />
        ))}
        <li>
          <b>{student.firstName}’s own login</b>
          <Status head={student.hasLogin ? "on" : "open"} tone={student.hasLogin ? "ok" : undefined}>
            {student.hasLogin ? "Set up" : "Not set up"}
          </Status>{" "}
          <Link className="dim" to={paths.studentAccount(student.id)}>
            Portal access
          </Link>
        </li>
        {siblings.map((sibling) => (
          <li key={sibling.id}>
            <Link to={paths.student(sibling.id)}>{fullName(sibling)}</Link>
            <StudentStatus status={sibling.status} /> <span className="dim">sibling</span>
          </li>
        ))}
        {family.guardians.length === 0 ? (
          <li className="dim">No guardians yet. Adult students can have their own login.</li>
        ) : null}
      </ul>
      {family.address ? <p className="dim whitespace-pre-line">{addressText(family.address)}</p> : null}
    </section>
  )
}

/** One guardian: name and number first, then who pays and whether they can log in, with the invitation in place. */
export function Guardian({
  guardian,
  inviteAt,
  back,
}: {
  guardian: FamilyGuardian
  inviteAt?: string
  /** The page that shows the guardian and is seen again after the invitation. */
  back: "record" | "family"
}) {
  const { id, name, email, phone, portal } = guardian
  const { head, tone, label } = signInStatus(portal)
  const canInvite = inviteAt && email && (portal.kind === "none" || portal.kind === "expired")
  return (
    <li>
      <b>{name}</b> {phone ? <PhoneLink number={phone} /> : <span className="dim">No phone number</span>}{" "}
      <span className="dim">{roleOf(guardian)}</span>{" "}
      {email ? (
        <a className="kin-line" href={`mailto:${email}`}>
          {`${email} `}
        </a>
      ) : null}
      <BounceMark kind={guardian.returned} />
      <Status head={head} tone={tone}>
        Portal: {label.charAt(0).toLowerCase() + label.slice(1)}
      </Status>
      {canInvite ? (
        <ActButton action={inviteAt} sends={{ person: id, back }} intent="invite" pending="Sending…">
          Invite<span className="visually-hidden"> {name}</span>
        </ActButton>
      ) : null}
    </li>
  )
}

/** "mother, pays 60%, sees invoices" */
function roleOf({ relation, payerShare, seesMoney }: FamilyGuardian): string {
  const pays =
    payerShare === 10_000 ? "payer" : payerShare > 0 ? `pays ${formatFigure(payerShare / 100)}%` : null
  return [relationWord(relation ?? "guardian"), pays, seesMoney ? "sees invoices" : null]
    .filter(Boolean)
    .join(", ")
}
