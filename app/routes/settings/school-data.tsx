import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { CurrentPassword, Field } from "~/components/form/field"
import { ActButton, AnswerSummary, PostForm, SubmitButton } from "~/components/form/post-form"
import type { FramedPage } from "~/components/shell/frame"
import { Link, LinkButton } from "~/components/ui/button"
import { Callout } from "~/components/ui/callout"
import { CancelEdit, EditablePart } from "~/components/ui/editable-part"
import { unlessPartOpened } from "~/components/ui/edited-part"
import { requireMember } from "~/http/guards.server"
import { act, intent, intents } from "~/http/intents.server"
import {
  accessBefore,
  findDeletion,
  scheduleDeletion,
  undoDeletion,
} from "~/models/accounts/school/delete-school.server"
import { DeleteSchoolForm } from "~/models/accounts/school/delete-school-form"
import { endRenewal } from "~/models/accounts/subscription/end-renewal.server"
import { reconcileSubscription } from "~/models/accounts/subscription/reconcile-subscription.server"
import { findSubscription } from "~/models/accounts/subscription/subscription-attempt.server"
import type { Actor } from "~/models/foundation/access/actor"
import { keptBy } from "~/texts/accounts/school-deletion"
import { formatDate } from "~/utils/formats"
import { paths } from "~/utils/paths"
import { platformProvider } from "~/utils/payment-providers"
import { sellsPlans } from "~/utils/sold-plans"
import { localDate } from "~/utils/zones"
import { besidePassword, tryOwnPassword } from "./own-password.server"

/** Import, export and the deletion of the school. */
export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "school:administer")
  const dueAt = findDeletion(actor)
  return {
    schoolName: actor.school.name,
    dueOn: dueAt === null ? null : dayOf(actor, dueAt),
    kept: dueAt === null ? null : keptBy(accessBefore(actor, dueAt, false)),
  }
}

const dayOf = (actor: Actor, at: number) => formatDate(localDate(at, actor.school.timeZone), "full")

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireMember(request, "school:administer")
  const { userId } = actor
  return intents(request, paths.schoolData(), {
    keep: act({ run: () => undoDeletion(actor), saved: "Deletion canceled. Your school is kept." }),
    delete: intent({
      schema: DeleteSchoolForm,
      run: async ({ schoolName, currentPassword }) => {
        if (!userId) return false
        if (schoolName !== actor.school.name) return { ok: false, reason: "other-name" } as const
        const tried = await tryOwnPassword(userId, currentPassword)
        if (!tried.ok) return tried
        if (!(await endPayments(actor))) return { ok: false, reason: "provider-unavailable" } as const
        const dueAt = scheduleDeletion(actor)
        const kept = keptBy(accessBefore(actor, dueAt, true))
        // Its email says when everything is deleted.
        if (findSubscription(actor)?.providerSubscriptionId) await reconcileSubscription(actor)
        return { ok: true, dueOn: dayOf(actor, dueAt), kept } as const
      },
      refusals: {
        "other-name": { at: "schoolName", says: `Enter the name exactly: ${actor.school.name}` },
        password: besidePassword,
        "provider-unavailable": {
          at: "form",
          says: `${platformProvider} didn’t confirm that the subscription is canceled, so the school isn’t deleted. Try again in a few minutes, or contact support.`,
          status: 502,
        },
      },
      saved: ({ dueOn, kept }) => `Everything will be deleted on ${dueOn}. ${kept}`,
    }),
  })
}

/** Ends the payments of a school that is being deleted; false while the provider can't be reached. */
async function endPayments(actor: Actor): Promise<boolean> {
  if (!findSubscription(actor)?.providerSubscriptionId) return true
  const ended = await endRenewal(actor, { isFinal: true })
  return ended.ok || ended.reason === "not-running"
}

export const shouldRevalidate = unlessPartOpened

export const handle: FramedPage = {
  title: "Import and export",
  column: "stack narrow",
}

export const meta: MetaFunction = () => [{ title: "Data · Tutti" }]

export default function SchoolData() {
  const { schoolName, dueOn, kept } = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()?.result
  return (
    <>
      <AnswerSummary formId="delete" result={result} />
      <section className="section" aria-labelledby="in">
        <h2 id="in">Import</h2>
        <p>
          Import students from any spreadsheet. You’ll see a preview first, and you can undo it afterward.{" "}
          <Link to={paths.imports()}>Import a roster</Link>
        </p>
      </section>
      <section className="section" aria-labelledby="out">
        <h2 id="out">Export</h2>
        <p>Download all of {schoolName}’s data in one file.</p>
        <p>
          <LinkButton to={paths.schoolExport()}>Export everything</LinkButton>
        </p>
      </section>
      <section className="section" aria-labelledby="tasks">
        <h2 id="tasks">Background work</h2>
        <p>
          Large jobs keep running while you do other things.{" "}
          <Link to={paths.tasks()}>See background work</Link>
        </p>
      </section>
      <EditablePart
        id="end"
        title={`Delete ${schoolName}`}
        edit="Delete school"
        isAnswered={result !== undefined}
        isFixed={dueOn !== null}
        list={
          dueOn ? (
            <Callout tone="red">
              <p>
                Everything will be deleted on <b>{dueOn}</b>. We’ve emailed all administrators. {kept}
              </p>
              <ActButton label="Cancel deletion" intent="keep" pending="Canceling…" variant="primary" />
            </Callout>
          ) : (
            <p>
              In 30 days we permanently delete every student, family, teacher, lesson, invoice and payment,
              and the accounts of people who have no other school.{" "}
              {sellsPlans()
                ? "Your subscription is canceled right away and can’t be resumed. You can cancel the deletion here until then; once what you paid for ends, you’d have to choose a plan first."
                : "You can cancel the deletion here until then."}
            </p>
          )
        }
      >
        <DeleteForm schoolName={schoolName} result={result} />
      </EditablePart>
    </>
  )
}

function DeleteForm({ schoolName, result }: { schoolName: string; result?: SubmissionResult }) {
  const [form, fields] = useForm<Record<"schoolName" | "currentPassword", string>>({
    id: "delete",
    lastResult: result,
  })
  return (
    <PostForm className="form" {...getFormProps(form)}>
      <Field
        meta={fields.schoolName}
        label="School name"
        hint={`Enter ${schoolName} to confirm`}
        autoComplete="off"
      />
      <CurrentPassword meta={fields.currentPassword} />
      <div className="buttons">
        <SubmitButton
          intent="delete"
          variant="danger-primary"
          pending="Deleting…"
          label="Delete in 30 days"
        />
        <CancelEdit part="end" />
      </div>
    </PostForm>
  )
}
