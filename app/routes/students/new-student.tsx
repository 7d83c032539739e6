import { getFormProps, useForm } from "@conform-to/react"
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { EnterButton } from "~/components/form/enter-button"
import { ErrorSummary } from "~/components/form/error-summary"
import { PostForm } from "~/components/form/post-form"
import { SubmitButton } from "~/components/form/submit-button"
import { AnswerSection } from "~/components/foundation/custom-field/answer-fields"
import { FamilyFields } from "~/components/people/student/family-fields"
import { type KnownPerson, LooksKnown } from "~/components/people/student/looks-known"
import { InstrumentFields, NoteFields, PersonFields } from "~/components/people/student/person-fields"
import { Callout } from "~/components/ui/callout"
import { Link } from "~/components/ui/link"
import { PageHead } from "~/components/ui/page-head"
import { requireMember } from "~/http/guards.server"
import { readForm } from "~/http/read-form.server"
import { asTyped, invalid } from "~/http/responses.server"
import { redirectWithToast } from "~/http/toast.server"
import { limitReached, seatsLeft } from "~/models/accounts/subscription/plan-usage"
import { findPlanUsage } from "~/models/accounts/subscription/plan-usage.server"
import { listFields } from "~/models/foundation/custom-field/custom-field.server"
import { withAnswers } from "~/models/foundation/custom-field/custom-field-form"
import { offerFamilies } from "~/models/people/family/search-families.server"
import { admitStudent } from "~/models/people/student/admit-student.server"
import { listOffered } from "~/models/people/student/offered.server"
import { type StudentFields, studentForm } from "~/models/people/student/student-form"
import { now } from "~/utils/clock.server"
import { fullName } from "~/utils/names"
import { paths } from "~/utils/paths"
import { today } from "~/utils/zones"
import { asksToFind } from "./student-choice.server"

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "student:write")
  const { planName, students: spots } = findPlanUsage(actor)
  const familyId = new URL(request.url).searchParams.get("family") ?? ""
  const sample = new FormData()
  sample.set("family", familyId)
  return {
    full: seatsLeft(spots) < 1 ? limitReached("students", planName, spots) : null,
    offered: listOffered(actor),
    own: listFields(actor, "student"),
    families: offerFamilies(actor, sample),
  }
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireMember(request, "student:write")
  const form = await request.formData()
  const schema = studentForm(today(actor.school.timeZone, now()))
  const submission = readForm(form, { schema: withAnswers(schema, listFields(actor, "student")) })
  const families = offerFamilies(actor, form)
  const searched = String(form.get("familySearch") ?? "").trim()
  const refuse = (answer: ReturnType<typeof invalid>, known: KnownPerson | null = null, status = 400) =>
    data({ result: answer.data.result, families, known, searched }, { status })

  if (asksToFind(form, "familySearch"))
    return data({ result: asTyped(submission), families, known: null, searched })
  if (submission.status !== "success") return refuse(invalid(submission))

  const { custom: answers, ...facts } = submission.value
  const admitted = admitStudent(actor, facts, { anyway: form.get("intent") === "anyway", answers })
  if (admitted.ok)
    return redirectWithToast(paths.student(admitted.studentId), `${fullName(submission.value)} added.`)
  switch (admitted.reason) {
    case "looks-known":
      return refuse(
        invalid(submission, { form: "This may be a duplicate. Check below before you save anyway." }),
        admitted.known,
        409,
      )
    case "limit-reached":
      return refuse(
        invalid(submission, { form: limitReached("students", admitted.planName, admitted.places) }),
        null,
        409,
      )
    case "code-taken":
      return refuse(invalid(submission, { code: "That student ID is already in use." }), null, 409)
    case "no-family":
      return refuse(
        invalid(submission, { family: "This family no longer exists. Choose another or add a new one." }),
      )
  }
}

export const meta: MetaFunction = () => [{ title: "New student · Tutti" }]

const emptyForm = {
  status: "active",
  instruments: [{}, {}],
  guardians: [{ seesMoney: "on" }, { seesMoney: "on" }],
}

export default function NewStudent() {
  const { full, offered, families, own } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const [form, fields] = useForm<StudentFields & { custom: Record<string, string> }>({
    id: "student",
    lastResult: answer?.result,
    defaultValue: { ...emptyForm, family: families[0]?.id ?? "new" },
  })
  return (
    <div className="stack narrow">
      <ErrorSummary form={form} />
      <PageHead title="New student" back={{ to: paths.students(), label: "Students" }} />
      {full ? (
        <Callout tone="amber">
          <p>
            {full} Leads don’t count toward the limit.{" "}
            <Link to={paths.selectPlan({ upgrade: "true" })}>Upgrade</Link>
          </p>
        </Callout>
      ) : null}
      <PostForm className="stack" {...getFormProps(form)}>
        <EnterButton intent="save">Add student</EnterButton>
        {answer?.known ? <LooksKnown known={answer.known} /> : null}
        <PersonFields fields={fields} isNew />
        <FamilyFields
          fields={fields}
          families={answer?.families ?? families}
          searched={answer?.searched ?? ""}
        />
        <InstrumentFields fields={fields} known={offered} />
        <AnswerSection fields={own} metas={fields.custom.getFieldset()} />
        <NoteFields fields={fields} />
        <p>
          <SubmitButton intent="save" pending="Adding…">
            Add student
          </SubmitButton>
        </p>
      </PostForm>
    </div>
  )
}
