import { type FieldMetadata, getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { useActionData, useLoaderData, useSearchParams } from "@remix-run/react"
import { Field, SelectField, TextAreaField } from "~/components/form/field"
import { ActButton, AnswerSummary, PostForm, SubmitRow } from "~/components/form/post-form"
import { ThrottledTable } from "~/components/platform/abuse/throttled-table"
import { Link } from "~/components/ui/button"
import { DataTable, EmptyState, Pagination } from "~/components/ui/data-table"
import { PageHead } from "~/components/ui/page-head"
import { Status } from "~/components/ui/status"
import { Tabs } from "~/components/ui/tabs"
import { clientAddress } from "~/http/address.server"
import { requireStaff, schoolFor } from "~/http/guards.server"
import { act, idIn, intent, intents, titled } from "~/http/intents.server"
import { paged, readPage } from "~/http/page-number"
import { listThrottled } from "~/models/foundation/throttle/throttle.server"
import {
  BlockNetworkForm as BlockNetworkSchema,
  BlockSendingForm as BlockSendingSchema,
} from "~/models/platform/abuse/abuse-forms"
import { blockDayLabels, blockDays, blockLabels } from "~/models/platform/abuse/block"
import {
  blockNetwork,
  blockSending,
  blocksPerPage,
  liftBlock,
  listBlocks,
  listMailUsage,
} from "~/models/platform/abuse/block.server"
import { releaseLimit } from "~/models/platform/abuse/release.server"
import { bytesText } from "~/utils/bytes"
import { paths } from "~/utils/paths"
import { staffTime } from "~/utils/work-times.server"

/** Whom the platform refuses, and who is slowed down. */
export async function loader({ request }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, "machine:read")
  const show = new URL(request.url).searchParams.get("show")
  if (show === "mail") return { mail: listMailUsage(staff), throttled: null, blocks: null }
  if (show === "throttled")
    return {
      mail: null,
      throttled: listThrottled(staff).map((row) => ({
        ...row,
        until: row.until === null ? "An hour without a wrong password" : staffTime(row.until),
      })),
      blocks: null,
    }
  const page = readPage(request)
  const { rows, total } = listBlocks(staff, page)
  return {
    mail: null,
    throttled: null,
    blocks: {
      pages: paged(request, total, blocksPerPage),
      rows: rows.map(({ endsAt, createdAt, by, ...row }) => ({
        ...row,
        by: by ?? "Former staff",
        since: staffTime(createdAt),
        until: endsAt === null ? "Until lifted" : staffTime(endsAt),
      })),
    },
  }
}

const networkRefusals = {
  unreadable: "Enter an IP address, or a network such as 203.0.113.0/24.",
  "too-wide": "Enter a smaller network: /16 or more for IPv4, /32 or more for IPv6.",
  own: "This would block you or the server itself.",
}

export async function action({ request }: ActionFunctionArgs) {
  const staff = await requireStaff(request, "machine:act")
  return intents(request, paths.abuse(), {
    "block-network": intent({
      schema: BlockNetworkSchema,
      run: (sent) => blockNetwork(staff, { ...sent, from: clientAddress(request) }),
      field: "network",
      refusals: networkRefusals,
      saved: "Network blocked.",
    }),
    "block-sending": intent({
      schema: BlockSendingSchema,
      run: (sent) => {
        const school = schoolFor(staff, sent.school)
        if (!school) return { ok: false, reason: "no-school" } as const
        blockSending(staff, school, sent)
        return { ok: true, name: school.school.name } as const
      },
      field: "school",
      refusals: { "no-school": "There’s no school with this ID." },
      saved: ({ name }) => `Emails of ${name} stopped.`,
    }),
    lift: act({
      run: (form) => liftBlock(staff, idIn(form, "blockId"), schoolFor),
      refusals: titled("Nothing was changed", { "not-found": "Someone else has lifted this block." }),
      saved: "Block lifted.",
    }),
    release: (form) =>
      act({
        run: () => releaseLimit(staff, String(form.get("key") ?? "")),
        refusals: titled("Nothing was changed", { "not-found": "The wait had already ended." }),
        saved: "Released.",
      })(form, paths.abuse({ show: "throttled" })),
  })
}

export const meta: MetaFunction = () => [{ title: "Abuse · Tutti" }]

type Blocks = NonNullable<ReturnType<typeof useLoaderData<typeof loader>>["blocks"]>

export default function Abuse() {
  const { mail, throttled, blocks } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const [query] = useSearchParams()
  const result = answer && "result" in answer ? answer.result : undefined
  const sentBy = result?.initialValue?.intent
  return (
    <div className="stack">
      {typeof sentBy === "string" ? <AnswerSummary formId={sentBy} result={result} /> : null}
      <PageHead title="Abuse" expression="who is blocked, and who has to wait" />
      <Tabs
        label="Views"
        tabs={[
          { to: paths.abuse(), label: "Blocks", current: blocks !== null },
          { to: paths.abuse({ show: "throttled" }), label: "Slowed down", current: throttled !== null },
          { to: paths.abuse({ show: "mail" }), label: "Email and storage", current: mail !== null },
        ]}
      />
      {mail ? <MailUsageTable rows={mail} /> : null}
      {throttled ? <ThrottledTable rows={throttled} /> : null}
      {blocks ? (
        <div className="two-columns">
          <BlockList {...blocks} />
          <div className="stack">
            <section className="section" aria-labelledby="new-network">
              <h2 id="new-network">Block a network</h2>
              <BlockNetworkForm result={sentBy === networkFormId ? result : undefined} />
            </section>
            <section className="section" aria-labelledby="new-sending">
              <h2 id="new-sending">Stop a school’s emails</h2>
              <BlockSendingForm
                result={sentBy === sendingFormId ? result : undefined}
                schoolId={query.get("school") ?? undefined}
              />
            </section>
          </div>
        </div>
      ) : null}
    </div>
  )
}

function BlockList({ rows, pages }: Blocks) {
  if (rows.length === 0)
    return <EmptyState>No blocks yet. Block a network that attacks, or stop a school’s emails.</EmptyState>
  return (
    <div className="stack">
      <DataTable
        caption="Blocks, newest first"
        rows={rows}
        columns={[
          {
            label: "Blocked",
            cell: ({ kind, network, schoolId, schoolName }) =>
              network ?? (
                <>
                  {blockLabels[kind]} of{" "}
                  <Link to={paths.platformSchool(schoolId ?? "")}>{schoolName ?? "a school"}</Link>
                </>
              ),
          },
          { label: "Reason", cell: ({ reason }) => <span className="long-text">{reason}</span> },
          { label: "By", cell: ({ by }) => by },
          { label: "Since (UTC)", cell: ({ since }) => since },
          { label: "Until (UTC)", cell: ({ until }) => until },
          { label: "Status", cell: BlockState },
        ]}
      />
      <Pagination {...pages} />
    </div>
  )
}

function BlockState({ id, isInForce, liftedAt, network, schoolName }: Blocks["rows"][number]) {
  if (!isInForce) return <Status tone="ok">{liftedAt === null ? "ended" : "lifted"}</Status>
  return (
    <ActButton sends={{ blockId: id }} intent="lift" pending="Lifting…">
      Lift <span className="visually-hidden">block of {network ?? schoolName}</span>
    </ActButton>
  )
}

const networkFormId = "block-network"
const sendingFormId = "block-sending"

const choices = blockDays.map((value) => ({ value, label: blockDayLabels[value] }))
type Text = FieldMetadata<string>

const DurationAndReason = ({ days, reason }: { days: Text; reason: Text }) => (
  <>
    <SelectField meta={days} label="Duration" choices={choices} />
    <TextAreaField
      meta={reason}
      label="Internal reason"
      hint="Only staff can read this."
      rows={2}
      maxLength={500}
    />
  </>
)

type BlockFormProps = { result: SubmissionResult | undefined }

/** Refuses an address or a network. */
function BlockNetworkForm({ result }: BlockFormProps) {
  const [form, fields] = useForm<{ network: string; days: string; reason: string }>({
    id: networkFormId,
    lastResult: result,
    defaultValue: { days: "7" },
  })
  return (
    <PostForm className="form" {...getFormProps(form)}>
      <Field
        meta={fields.network}
        label="IP address or network"
        hint="For example, 203.0.113.7 or 203.0.113.0/24"
        maxLength={60}
        spellCheck={false}
      />
      <DurationAndReason days={fields.days} reason={fields.reason} />
      <SubmitRow label="Block network" intent="block-network" variant="danger" pending="Blocking…" />
    </PostForm>
  )
}

/** Lets a school's email wait. */
function BlockSendingForm({ result, schoolId }: BlockFormProps & { schoolId: string | undefined }) {
  const [form, fields] = useForm<{ school: string; days: string; reason: string }>({
    id: sendingFormId,
    lastResult: result,
    defaultValue: { days: "1", school: schoolId ?? "" },
  })
  return (
    <PostForm className="form" {...getFormProps(form)}>
      <p>The school’s emails wait until the block ends. Password resets and login emails still go out.</p>
      <Field
        meta={fields.school}
        label="School ID"
        hint="The last part of the address of the school’s page"
        maxLength={64}
        spellCheck={false}
      />
      <DurationAndReason days={fields.days} reason={fields.reason} />
      <SubmitRow
        label="Stop this school’s emails"
        intent="block-sending"
        variant="danger"
        pending="Stopping…"
      />
    </PostForm>
  )
}

type Used = { used: number; limit: number }
type Row = { schoolId: string; name: string; mails: Used; storage: Used; isStopped: boolean }

/** The schools that send the most today, with what each uses of its plan. */
function MailUsageTable({ rows }: { rows: Row[] }) {
  return (
    <DataTable
      caption="Schools with the most emails today (UTC)"
      rows={rows}
      empty="No school’s emails count toward today’s limit yet (UTC)."
      rowKey={({ schoolId }) => schoolId}
      columns={[
        {
          label: "School",
          cell: ({ schoolId, name }) => <Link to={paths.platformSchool(schoolId)}>{name}</Link>,
        },
        {
          label: "Emails today",
          numeric: true,
          cell: ({ mails }) =>
            `${mails.used.toLocaleString("en-US")} of ${mails.limit.toLocaleString("en-US")}`,
        },
        {
          label: "Storage",
          numeric: true,
          cell: ({ storage }) => `${bytesText(storage.used)} of ${bytesText(storage.limit)}`,
        },
        {
          label: "Emails",
          cell: ({ schoolId, name, isStopped }) =>
            isStopped ? (
              "stopped"
            ) : (
              <Link to={paths.abuse({ school: schoolId })}>
                Stop <span className="visually-hidden">emails of {name}</span>
              </Link>
            ),
        },
      ]}
    />
  )
}
