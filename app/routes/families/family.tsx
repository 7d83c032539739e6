import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { AnswerDetails } from "~/components/foundation/custom-field/answer-details"
import { FamilyMoney } from "~/components/money/invoice/family-money"
import { FamilyPackages } from "~/components/money/package/packages"
import { Guardian } from "~/components/people/student/family-of-student"
import { StudentStatus } from "~/components/people/student/student-status"
import { type FramedPage, pageTitle } from "~/components/shell/frame"
import { Link } from "~/components/ui/button"
import { EmptyState } from "~/components/ui/data-table"
import { useHasRight } from "~/components/ui/limits"
import { notFound, orNotFound, requireMember } from "~/http/guards.server"
import { intents } from "~/http/intents.server"
import { balanceOfPage, familyOfPage, nextOfFamilyPage } from "~/http/page-reads.server"
import { saveAnswersForm } from "~/http/responses.server"
import type { Actor } from "~/models/foundation/access/actor"
import { seesFamilyMoney } from "~/models/foundation/access/family-money"
import { answersOf } from "~/models/foundation/custom-field/answers.server"
import { listFields } from "~/models/foundation/custom-field/custom-field.server"
import { findBounces } from "~/models/foundation/outbox/bounce.server"
import { sumUnbilledCharges } from "~/models/money/charge/unbilled.server"
import { listInvoices } from "~/models/money/invoice/list-invoices.server"
import { listFamilyPackages } from "~/models/money/package/packages.server"
import { findFamily } from "~/models/people/family/family.server"
import { accountsOf } from "~/models/people/invitation/account-state.server"
import { formatDate, formatTime } from "~/utils/formats"
import { fullName } from "~/utils/names"
import { paths } from "~/utils/paths"
import { addressText } from "~/utils/postal-address"

const mostInvoices = 6

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "student:read")
  const family = orNotFound(familyOfPage(actor, params.familyId ?? ""))
  const portals = accountsOf(actor, "guardian-invitation", family.guardians)
  const returned = findBounces(family.guardians.map(({ email }) => email))
  const upcoming = nextOfFamilyPage(actor, family.id)
  return {
    id: family.id,
    name: family.name,
    address: family.address,
    guardians: family.guardians.map(({ familyId: _family, memberId: _member, ...guardian }) => ({
      ...guardian,
      portal: portals.get(guardian.id)?.state ?? { kind: "none" as const },
      returned: returned.get(guardian.email ?? "")?.kind ?? null,
    })),
    students: family.students.map((student) => ({ ...student, next: upcoming.get(student.id) ?? null })),
    isMerged: family.mergedInto !== null,
    isErased: family.isErased,
    money: seesFamilyMoney(actor) && !family.mergedInto ? moneyOf(actor, family.id) : null,
    details: detailsOf(actor, family),
  }
}

function moneyOf(actor: Actor, familyId: string) {
  const { rows, count } = listInvoices(actor, { familyId, page: 1 })
  return {
    invoices: rows.slice(0, mostInvoices),
    count,
    balanceMinor: balanceOfPage(actor, familyId),
    unbilled: sumUnbilledCharges(actor, { familyId }),
    packages: listFamilyPackages(actor, familyId, { withEnded: true }),
    currency: actor.school.currency,
  }
}

type Kin = NonNullable<ReturnType<typeof findFamily>>

/** The school's own fields of the family and of each guardian, with their answers. */
function detailsOf(actor: Actor, { id, guardians }: Kin) {
  const ofFamily = listFields(actor, "family")
  const ofGuardian = listFields(actor, "guardian")
  const subjects = [
    { subjectId: id, title: "More about this family", fields: ofFamily },
    ...guardians.map((guardian) => ({
      subjectId: guardian.id,
      title: `More about ${guardian.name}`,
      fields: ofGuardian,
    })),
  ].filter(({ fields }) => fields.length > 0)
  const answers = answersOf(
    actor,
    subjects.map(({ subjectId }) => subjectId),
  )
  return subjects.map((subject) => ({ ...subject, answers: answers.get(subject.subjectId) ?? {} }))
}

export async function action({ request, params }: ActionFunctionArgs) {
  const actor = await requireMember(request, "student:write")
  const family = orNotFound(findFamily(actor, params.familyId ?? ""))
  const form = await request.formData()
  const subjectId = form.get("subject")
  const guardian = family.guardians.find(({ id }) => id === subjectId)
  if (!guardian && subjectId !== family.id) throw notFound()
  const subject = guardian
    ? { noun: "guardian" as const, subjectId: guardian.id }
    : { noun: "family" as const, subjectId: family.id }
  const back = paths.familyRecord(family.id)
  const { name } = guardian ?? family
  return intents(form, back, { answers: () => saveAnswersForm(actor, subject, form, { back, name }) })
}

export const handle: FramedPage = { tab: "overview" }

export const meta = pageTitle<typeof loader>((data) => data.name)

export default function Family() {
  const { id, address, guardians, students, money, details, isMerged, isErased } =
    useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const hasRight = useHasRight()
  return (
    <div className="two-columns">
      {money ? (
        <div className="stack">
          <FamilyMoney familyId={id} isClosed={isMerged || isErased} {...money} />
        </div>
      ) : null}
      <div className="stack">
        {isMerged ? null : (
          <FamilyPeople familyId={id} guardians={guardians} students={students} address={address} />
        )}
        {details.map((each) => (
          <AnswerDetails
            key={`${each.subjectId} ${JSON.stringify(each.answers)}`}
            {...each}
            result={answer?.result}
          />
        ))}
        {money && !isErased ? (
          <section className="section">
            <FamilyPackages packages={money.packages} familyId={id} />
          </section>
        ) : null}
        <p>
          {isMerged ? null : (
            <>
              <Link to={paths.statement(id)}>Statement</Link>
              {" · "}
              {hasRight("family:merge") ? (
                <>
                  <Link to={paths.mergeFamily(id)}>Merge with another family</Link>
                  {" · "}
                </>
              ) : null}
            </>
          )}
          <Link to={paths.familyData(id)}>Export or erase data</Link>
        </p>
      </div>
    </div>
  )
}

type Loaded = ReturnType<typeof useLoaderData<typeof loader>>

type FamilyPeopleProps = Pick<Loaded, "guardians" | "students" | "address"> & { familyId: string }

/** The students and guardians of a family: who comes when, how to reach them, who pays, and who can log in. */
function FamilyPeople({ familyId, guardians, students, address }: FamilyPeopleProps) {
  const [student] = students
  return (
    <>
      <section className="section" aria-labelledby="students">
        <header>
          <h2 id="students">Students</h2>
          <Link to={paths.newStudent({ family: familyId })}>Add student</Link>
        </header>
        {students.length === 0 ? (
          <EmptyState>No students in this family.</EmptyState>
        ) : (
          <ul className="kin-list bracket indented">
            {students.map(({ id, status, next, ...name }) => (
              <li key={id}>
                <Link to={paths.student(id)}>{fullName(name)}</Link>
                <StudentStatus status={status} />{" "}
                <span className="dim">
                  {next
                    ? `next lesson ${formatDate(next.localDate, "short")}, ${formatTime(next.startTime)}`
                    : "no upcoming lessons"}
                </span>
              </li>
            ))}
          </ul>
        )}
      </section>
      <section className="section" aria-labelledby="guardians">
        <header>
          <h2 id="guardians">Guardians</h2>
          {student ? <Link to={paths.editStudent(student.id)}>Edit family</Link> : null}
        </header>
        {guardians.length === 0 ? (
          <p className="dim">No guardians. Invoices go to the student or the family.</p>
        ) : (
          <ul className="kin-list bracket indented">
            {guardians.map((guardian) => (
              <Guardian
                key={guardian.id}
                guardian={guardian}
                inviteAt={student ? paths.studentAccount(student.id) : undefined}
                back="family"
              />
            ))}
          </ul>
        )}
        {student ? (
          <p>
            <Link to={paths.studentAccount(student.id)}>Portal access</Link>
          </p>
        ) : null}
        {address ? <p className="dim whitespace-pre-line">{addressText(address)}</p> : null}
      </section>
    </>
  )
}
