import { getFormProps, useForm } from "@conform-to/react"
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { ErrorSummary } from "~/components/form/error-summary"
import { Field } from "~/components/form/field"
import { PostForm } from "~/components/form/post-form"
import { SubmitButton } from "~/components/form/submit-button"
import type { FramedPage } from "~/components/shell/frame"
import { LinkButton } from "~/components/ui/button"
import { Callout } from "~/components/ui/callout"
import { Link } from "~/components/ui/link"
import { requireMember } from "~/http/guards.server"
import { readForm } from "~/http/read-form.server"
import { invalid, notFound } from "~/http/responses.server"
import { redirectWithToast } from "~/http/toast.server"
import { findDeletion, scheduleDeletion, undoDeletion } from "~/models/accounts/school/delete-school.server"
import { DeleteSchoolForm } from "~/models/accounts/school/delete-school-form"
import { endRenewal } from "~/models/accounts/subscription/plan-change.server"
import { findPlanUsage } from "~/models/accounts/subscription/plan-usage.server"
import { reconcileSubscription } from "~/models/accounts/subscription/reconcile-subscription.server"
import { findSubscription } from "~/models/accounts/subscription/subscription-attempt.server"
import type { Actor } from "~/models/foundation/access/actor"
import { countOf } from "~/utils/count-of"
import { formatDate } from "~/utils/date-text"
import { paths } from "~/utils/paths"
import { localDate } from "~/utils/zones"
import { tryOwnPassword } from "./own-password.server"

/** What comes in and goes out as files, and the end of the school. */
export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "school:administer")
  const dueAt = findDeletion(actor)
  const { students, teachers } = findPlanUsage(actor)
  return {
    schoolName: actor.school.name,
    dueOn: dueAt === null ? null : dayOf(actor, dueAt),
    students: students.used,
    teachers: teachers.used,
  }
}

const dayOf = (actor: Actor, at: number) => formatDate(localDate(at, actor.school.timeZone), "full")

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireMember(request, "school:administer")
  const form = await request.formData()
  if (form.get("intent") === "keep") {
    undoDeletion(actor)
    return redirectWithToast(paths.schoolData(), "The school is kept. Nothing was deleted.")
  }
  if (form.get("intent") !== "delete" || !actor.userId) throw notFound()
  const submission = readForm(form, { schema: DeleteSchoolForm })
  if (submission.status !== "success") return invalid(submission)
  const { schoolName, currentPassword } = submission.value
  if (schoolName !== actor.school.name)
    return invalid(submission, { schoolName: `This is not its name, which is ${actor.school.name}.` })
  const tried = await tryOwnPassword(actor.userId, currentPassword)
  if (!tried.ok) return invalid(submission, { currentPassword: tried.message }, tried.status)
  if (!(await endPayments(actor)))
    return invalid(
      submission,
      { form: "PayPal cannot be reached to end the subscription. Nothing was changed." },
      502,
    )
  const dueOn = dayOf(actor, scheduleDeletion(actor))
  return redirectWithToast(
    paths.schoolData(),
    `Everything is deleted on ${dueOn}. Until then you can take it back.`,
  )
}

/** Ends the payments of a school that is being deleted; false while the provider can't be reached. */
async function endPayments(actor: Actor): Promise<boolean> {
  if (!findSubscription(actor)?.providerSubscriptionId) return true
  const ended = await endRenewal(actor)
  if (ended.ok) await reconcileSubscription(actor)
  return ended.ok || ended.reason === "not-running"
}

export const handle: FramedPage = {
  tab: "data",
  title: "Administration",
  column: "stack narrow",
}

export const meta: MetaFunction = () => [{ title: "Data · Tutti" }]

export default function SchoolData() {
  const { schoolName, dueOn, students, teachers } = useLoaderData<typeof loader>()
  const [form, fields] = useForm<Record<"schoolName" | "currentPassword", string>>({
    id: "delete",
    lastResult: useActionData<typeof action>()?.result,
  })
  return (
    <>
      <ErrorSummary form={form} />
      <section className="section" aria-labelledby="in">
        <h2 id="in">Bring in</h2>
        <p>
          Rosters from any list, with a dry run before and a way back after.{" "}
          <Link to={paths.imports()}>Imports</Link>
        </p>
      </section>
      <section className="section" aria-labelledby="out">
        <h2 id="out">Take away</h2>
        <p>Everything of {schoolName} in one file, to keep or to use elsewhere.</p>
        <p>
          <LinkButton to={paths.schoolExport()}>Export everything</LinkButton>
        </p>
      </section>
      <section className="section" aria-labelledby="end">
        <h2 id="end">Delete {schoolName}</h2>
        {dueOn ? (
          <Callout tone="red">
            <p>
              Everything is deleted on <b>{dueOn}</b>. Everybody who runs the school was told by mail.
            </p>
            <PostForm>
              <SubmitButton intent="keep" pending="Keeping…">
                Keep the school
              </SubmitButton>
            </PostForm>
          </Callout>
        ) : (
          <>
            <p>
              In 30 days all of it is gone for good: {countOf(students, "student")} and their families,{" "}
              {countOf(teachers, "teacher")}, every lesson, invoice and payment, and the accounts of people
              who belong to no other school. The subscription ends at once and is not taken up again. Until
              then nothing changes, and you can take it back here.
            </p>
            <PostForm className="form" {...getFormProps(form)}>
              <Field
                meta={fields.schoolName}
                label="The school’s name"
                hint={`Write ${schoolName}, so that nothing happens by mistake.`}
                autoComplete="off"
              />
              <Field
                meta={fields.currentPassword}
                label="Your password"
                type="password"
                autoComplete="current-password"
              />
              <p>
                <SubmitButton intent="delete" variant="danger-primary" pending="Deleting…">
                  Delete in 30 days
                </SubmitButton>
              </p>
            </PostForm>
          </>
        )}
      </section>
    </>
  )
}
