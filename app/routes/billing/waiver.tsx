import { getFormProps, useForm } from "@conform-to/react"
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { Field } from "~/components/form/field"
import { FormPage } from "~/components/form/form-page"
import { PostForm, SubmitRow } from "~/components/form/post-form"
import { pageTitle } from "~/components/shell/frame"
import { Link } from "~/components/ui/button"
import { CalloutText } from "~/components/ui/callout"
import { notFound, orNotFound, requireMember } from "~/http/guards.server"
import { invalid, readForm } from "~/http/read-form.server"
import { redirectWithToast } from "~/http/toast.server"
import { findLessonBill } from "~/models/money/charge/seat-charges.server"
import { waiveSeat } from "~/models/money/waiver/waive-seat.server"
import { WaiverForm } from "~/models/money/waiver/waiver-form"
import type { BillingState } from "~/models/teaching/seat/billing-state"
import { waiverRefusals } from "~/texts/money/refusals"
import { formatDate, formatTime } from "~/utils/formats"
import { formatMoney } from "~/utils/money"
import { paths } from "~/utils/paths"
import { invoiceInHand } from "./invoice-in-hand.server"

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "invoice:issue")
  const bill = orNotFound(findLessonBill(actor, params.seatId ?? ""))
  return { bill, back: invoiceInHand(request), currency: actor.school.currency }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const actor = await requireMember(request, "invoice:issue")
  const bill = orNotFound(findLessonBill(actor, params.seatId ?? ""))
  const submission = readForm(await request.formData(), { schema: WaiverForm })
  if (submission.status !== "success") return invalid(submission)
  const waived = waiveSeat(actor, bill.seatId, submission.value.reason)
  if (waived.ok)
    return redirectWithToast(
      invoiceInHand(request).to,
      `${bill.studentName}’s lesson on ${formatDate(bill.localDate, "day")} waived.`,
    )
  if (waived.reason === "unknown") throw notFound()
  return invalid(submission, { form: waiverRefusals[waived.reason] }, 409)
}

export const meta = pageTitle<typeof loader>(
  ({ bill }) => `Waive ${bill.studentName}’s lesson, ${formatDate(bill.localDate, "short")}`,
)

const stateLabels: Record<Exclude<BillingState, "unbilled">, string> = {
  invoiced: waiverRefusals.invoiced,
  waived: waiverRefusals.waived,
  covered: "This lesson is covered by a flat fee, a package or the lesson it makes up for.",
  "not-chargeable": waiverRefusals["nothing-to-waive"],
}

export default function Waiver() {
  const { bill, back, currency } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const [form, fields] = useForm<WaiverForm>({ id: "waiver", lastResult: answer?.result })
  const { studentName, className, localDate, startTime, sessionId, state, chargedMinor, chargeId } = bill
  return (
    <FormPage
      form={form}
      title={`Waive ${studentName}’s lesson`}
      back={back}
      expression={`${className}, ${formatDate(localDate, "weekday")}, ${formatTime(startTime)}`}
    >
      {state === "unbilled" ? (
        <>
          <p>
            {chargedMinor > 0
              ? `${formatMoney(chargedMinor, currency)} won’t be billed.`
              : "This lesson isn’t charged yet, and won’t be."}{" "}
            Changing attendance later won’t charge it. <Link to={paths.session(sessionId)}>View lesson</Link>
            {chargeId ? (
              <>
                {" "}
                <Link to={paths.charge(chargeId, { back: back.to })}>Change the amount instead</Link>
              </>
            ) : null}
          </p>
          <PostForm className="form" {...getFormProps(form)}>
            <Field meta={fields.reason} label="Reason" hint="Saved with the lesson." maxLength={200} />
            <SubmitRow label="Waive lesson" variant="danger-primary" pending="Waiving…" />
          </PostForm>
        </>
      ) : (
        <CalloutText>{state === null ? waiverRefusals["not-ended"] : stateLabels[state]}</CalloutText>
      )}
    </FormPage>
  )
}
