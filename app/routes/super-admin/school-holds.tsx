import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { SelectField, TextAreaField } from "~/components/form/field"
import { ActButton, AnswerSummary, PostForm, SubmitRow } from "~/components/form/post-form"
import { SchoolTabs } from "~/components/platform/school/school-tabs"
import { pageTitle } from "~/components/shell/frame"
import { LedgerList } from "~/components/ui/ledger-list"
import { PageHead } from "~/components/ui/page-head"
import { orNotFound, requireStaff, schoolFor } from "~/http/guards.server"
import { act, idIn, intent, intents } from "~/http/intents.server"
import { findDeletion } from "~/models/accounts/school/delete-school.server"
import { HoldForm as HoldSchema } from "~/models/platform/abuse/abuse-forms"
import {
  blockDayLabels,
  blockDays,
  blockLabels,
  type HoldKind,
  holdKinds,
} from "~/models/platform/abuse/block"
import { holdSchool, liftBlock, listSchoolBlocks } from "~/models/platform/abuse/block.server"
import { paths } from "~/utils/paths"
import { hasPlatformProvider, platformProvider } from "~/utils/payment-providers"
import { staffTimeAndZone } from "~/utils/work-times.server"
import { schoolFrame } from "./school-frame.server"

/** What our staff hold of one school: its saving, its deletion. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, "school:suspend")
  const school = orNotFound(schoolFor(staff, params.schoolKey ?? ""))
  const deletion = findDeletion(school)
  return {
    id: school.school.id,
    name: school.school.name,
    ...schoolFrame(staff, school),
    deletionDue: deletion === null ? null : staffTimeAndZone(deletion),
    blocks: listSchoolBlocks(staff, school).map(({ endsAt, createdAt, by, ...block }) => ({
      ...block,
      by: by ?? "Former staff",
      since: staffTimeAndZone(createdAt),
      until: endsAt === null ? "Until lifted" : staffTimeAndZone(endsAt),
    })),
  }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const staff = await requireStaff(request, "school:suspend")
  const school = orNotFound(schoolFor(staff, params.schoolKey ?? ""))
  const { id, name } = school.school
  const said = (text: string) => ({ title: name, text })
  return intents(request, paths.schoolHolds(id), {
    lift: act({
      run: (form) => {
        const blockId = idIn(form, "blockId")
        const isOwn = listSchoolBlocks(staff, school).some((each) => each.id === blockId)
        return isOwn && liftBlock(staff, blockId, schoolFor)
      },
      refusals: { "not-found": said("Someone else has lifted this.") },
      saved: said("Lifted."),
    }),
    else: intent({
      schema: HoldSchema,
      run: ({ message: told, ...hold }) => holdSchool(staff, school, { ...hold, told }),
      refusals: { "in-force": said("This is in force already. Lift it first to change it.") },
      saved: (_, { kind }) => said(kind === "saving" ? "Read-only." : "Legal hold set."),
    }),
  })
}

const titles: Record<HoldKind, string> = { saving: "Read-only", deletion: "Legal hold" }

type Block = ReturnType<typeof useLoaderData<typeof loader>>["blocks"][number]

export const meta = pageTitle<typeof loader>((data) => `Holds of ${data.name}`, "Holds")

export default function SchoolHolds() {
  const { id, name, kinds, canEnter, canHold, blocks, deletionDue } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const result = answer && "result" in answer ? answer.result : undefined
  const sentKind = result?.initialValue?.kind
  return (
    <>
      {typeof sentKind === "string" ? <AnswerSummary formId={`hold-${sentKind}`} result={result} /> : null}
      <PageHead back={{ to: paths.platformSchool(id), label: name }} title="Holds" />
      <SchoolTabs schoolId={id} kinds={kinds} canEnter={canEnter} canHold={canHold} current="holds" />
      <div className="two-columns">
        {holdKinds.map((kind) => {
          const held = blocks.find((block) => block.kind === kind)
          return (
            <section key={kind} className="section" aria-labelledby={`title-${kind}`}>
              <h2 id={`title-${kind}`}>{titles[kind]}</h2>
              {kind === "deletion" && deletionDue ? <p>Deletion is requested for {deletionDue}.</p> : null}
              {held ? (
                <Held {...held} />
              ) : (
                <HoldForm kind={kind} result={sentKind === kind ? result : undefined} />
              )}
            </section>
          )
        })}
      </div>
    </>
  )
}

function Held({ id, kind, reason, told, by, since, until }: Block) {
  return (
    <>
      <LedgerList
        facts
        rows={[
          { label: "Since", amount: since },
          { label: "Until", amount: until },
          { label: "By", amount: by },
          { label: "Internal reason", amount: reason },
          { label: "Message to the school", amount: told || "None" },
        ]}
      />
      <ActButton
        label={`Lift ${blockLabels[kind].toLowerCase()}`}
        sends={{ blockId: id }}
        intent="lift"
        pending="Lifting…"
      />
    </>
  )
}

const holdFormId = (kind: HoldKind) => `hold-${kind}`

const texts: Record<HoldKind, { about: string; button: string; pending: string; message: string }> = {
  saving: {
    get about() {
      const text =
        "Every save by the school’s team and families is refused, and automatic work such as invoices and reminders waits. They can log in, look everything up and write to support."
      return hasPlatformProvider() ? `${text} Payments made at ${platformProvider} are still recorded.` : text
    },
    button: "Make read-only",
    pending: "Making read-only…",
    message: "Shown above every page of the school. Leave blank for a standard message.",
  },
  deletion: {
    about:
      "The school’s data isn’t deleted while the hold lasts, even when a deletion was requested and its 30 days have passed. Erasing a person and undoing an import are refused, too.",
    button: "Set legal hold",
    pending: "Setting hold…",
    message: "Written to the school’s activity. Leave blank to keep it from the school.",
  },
}

/** Makes one school read-only, or keeps its data. */
function HoldForm({ kind, result }: { kind: HoldKind; result: SubmissionResult | undefined }) {
  const [form, fields] = useForm<{ days: string; reason: string; message: string }>({
    id: holdFormId(kind),
    lastResult: result,
    defaultValue: { days: kind === "saving" ? "1" : "until-lifted" },
  })
  const { about, button, pending, message } = texts[kind]
  return (
    <PostForm className="form" {...getFormProps(form)}>
      <p>{about}</p>
      <input type="hidden" name="kind" value={kind} />
      <SelectField
        meta={fields.days}
        label="Duration"
        choices={blockDays.map((value) => ({ value, label: blockDayLabels[value] }))}
      />
      <TextAreaField
        meta={fields.reason}
        label="Internal reason"
        hint="Only staff can read this."
        rows={2}
        maxLength={500}
      />
      <TextAreaField
        meta={fields.message}
        label="Message to the school"
        hint={message}
        optional
        rows={2}
        maxLength={300}
      />
      <SubmitRow
        label={button}
        intent="hold"
        variant={kind === "saving" ? "danger" : "secondary"}
        pending={pending}
      />
    </PostForm>
  )
}
