import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { useActionData, useLoaderData, useSearchParams } from "@remix-run/react"
import { ActButton } from "~/components/form/act-button"
import { AnswerSummary } from "~/components/form/answer-summary"
import {
  BlockNetworkForm,
  BlockSendingForm,
  networkFormId,
  sendingFormId,
} from "~/components/platform/abuse/block-forms"
import { MailUsageTable } from "~/components/platform/abuse/mail-usage-table"
import { ThrottledTable } from "~/components/platform/abuse/throttled-table"
import { DataTable } from "~/components/ui/data-table"
import { EmptyState } from "~/components/ui/empty-state"
import { Link } from "~/components/ui/link"
import { PageHead } from "~/components/ui/page-head"
import { Pagination } from "~/components/ui/pagination"
import { Status } from "~/components/ui/status"
import { Tabs } from "~/components/ui/tabs"
import { clientAddress } from "~/http/address.server"
import { requireStaff, schoolFor } from "~/http/guards.server"
import { act, idIn, intent, intents, titled } from "~/http/intents.server"
import { paged, readPage } from "~/http/page-number"
import { listThrottled } from "~/models/foundation/throttle/throttled.server"
import {
  BlockNetworkForm as BlockNetworkSchema,
  BlockSendingForm as BlockSendingSchema,
} from "~/models/platform/abuse/abuse-forms"
import { blockLabels } from "~/models/platform/abuse/block"
import {
  blockNetwork,
  blockSending,
  blocksPerPage,
  liftBlock,
  listBlocks,
  listMailUsage,
} from "~/models/platform/abuse/block.server"
import { releaseLimit } from "~/models/platform/abuse/release.server"
import { paths } from "~/utils/paths"
import { staffTime } from "~/utils/staff-times.server"

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
        refusals: titled("Nothing was changed", { "not-found": "The wait was over already." }),
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
        rowKey={({ id }) => id}
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
  if (!isInForce)
    return (
      <Status head="on" tone="ok">
        {liftedAt === null ? "ended" : "lifted"}
      </Status>
    )
  return (
    <ActButton sends={{ blockId: id }} intent="lift" pending="Lifting…">
      Lift <span className="visually-hidden">block of {network ?? schoolName}</span>
    </ActButton>
  )
}
