import { getFormProps, useForm } from "@conform-to/react"
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { EnterButton } from "~/components/form/enter-button"
import { ErrorSummary, PostForm, SubmitRow } from "~/components/form/post-form"
import { type OccasionFieldName, OccasionFields } from "~/components/teaching/occasion/occasion-fields"
import { PageHead } from "~/components/ui/page-head"
import { requireMember } from "~/http/guards.server"
import { answerSearch } from "~/http/inner-search.server"
import { invalid, readForm } from "~/http/read-form.server"
import { redirectWithToast } from "~/http/toast.server"
import { noTax } from "~/models/accounts/tax/tax"
import { defaultTaxChoices } from "~/models/accounts/tax/tax-rates.server"
import { seesFamilyMoney } from "~/models/foundation/access/family-money"
import { asksForNames } from "~/models/foundation/name-search/name-search"
import { findOwnTeacher } from "~/models/people/teacher/own-teacher.server"
import { areLinesSearched } from "~/models/teaching/line-offer/line-offer"
import { offerLines, offerLinesOf } from "~/models/teaching/line-offer/line-offer.server"
import { addOccasion } from "~/models/teaching/occasion/occasion.server"
import { OccasionForm } from "~/models/teaching/occasion/occasion-form"
import { occasionRefusals } from "~/texts/teaching/refusals"
import { isWithinReach } from "~/utils/dates"
import { newId } from "~/utils/ids.server"
import { paths } from "~/utils/paths"

/** An event is planned as a draft; its students and its program come next. */
export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "class:write")
  const date = new URL(request.url).searchParams.get("date") ?? ""
  const isSolo = actor.school.kind === "solo"
  const teacherId = isSolo ? (findOwnTeacher(actor)?.id ?? "") : ""
  const taxes = defaultTaxChoices(actor)
  return {
    start: {
      ...{ kind: "recital", date: isWithinReach(date) ? date : "", teacherId },
      ...{ feePaid: "next-invoice", feeTax: taxes[0]?.value ?? noTax },
    },
    taxes,
    lines: offerLines(actor, { teacherId }),
    isSolo,
    formKey: newId(),
  }
}

const fieldOf = {
  "start-skipped": "startTime",
  "end-skipped": "endTime",
  "unknown-room": "roomId",
  "unknown-teacher": "teacherId",
  "teacher-leaves": "teacherId",
  "no-fee": "fee",
  "fee-after-event": "feeUntil",
  "sent-before": "form",
} as const

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireMember(request, "class:write")
  const form = await request.formData()
  const submission = readForm(form, { schema: OccasionForm })
  const lines = offerLinesOf(actor, form)
  if (asksForNames(form)) return answerSearch(form, submission, { lines })
  if (submission.status !== "success") return data({ ...invalid(submission).data, lines }, { status: 400 })
  const { intent: _, ...typed } = submission.value
  const { fee: _fee, guestFee: _guestFee, feeUntil: _until, ...priceless } = typed
  const added = addOccasion(actor, seesFamilyMoney(actor) ? typed : priceless)
  if (added.ok)
    return redirectWithToast(
      paths.occasion(added.occasionId),
      "Event saved as a draft. Invite students next.",
    )
  const messages = { [fieldOf[added.reason]]: occasionRefusals[added.reason] }
  return data({ ...invalid(submission, messages).data, lines }, { status: 409 })
}

export const meta: MetaFunction = () => [{ title: "Add an event · Tutti" }]

export default function NewOccasion() {
  const { start, taxes, isSolo, formKey, ...loaded } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const lines = answer?.lines ?? loaded.lines
  const [form, fields] = useForm<Record<OccasionFieldName, string>>({
    id: "new-event",
    lastResult: answer?.result,
    defaultValue: start,
  })
  return (
    <div className="form narrow">
      <ErrorSummary form={form} />
      <PageHead title="Add an event" back={{ to: paths.occasions(), label: "Events" }} />
      <PostForm className="form" {...getFormProps(form)}>
        {areLinesSearched(lines) ? (
          <EnterButton intent="save" formNoValidate>
            Save event
          </EnterButton>
        ) : null}
        <input type="hidden" name="formKey" value={String(answer?.result.initialValue?.formKey ?? formKey)} />
        <OccasionFields fields={fields} lines={lines} taxes={taxes} isSolo={isSolo} />
        <p className="dim">Families see an event once you publish it.</p>
        <SubmitRow label="Save event" intent="save" pending="Saving…" />
      </PostForm>
    </div>
  )
}
