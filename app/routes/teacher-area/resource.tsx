import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { controlProps, FieldFrame, submittedValue } from "~/components/form/field-frame"
import { GroupedOptions } from "~/components/form/grouped-options"
import { NameChoiceField } from "~/components/form/name-choice/name-choice-field"
import { ActButton, AnswerSummary, PostForm, SubmitButton, SubmitRow } from "~/components/form/post-form"
import { ResourceFields } from "~/components/learning/resource/resource-fields"
import { pageTitle } from "~/components/shell/frame"
import { PageHead } from "~/components/ui/page-head"
import { notFound, orNotFound, requireMember } from "~/http/guards.server"
import { answerSearch } from "~/http/inner-search.server"
import { act, idIn, intent, intents } from "~/http/intents.server"
import { invalid, readForm } from "~/http/read-form.server"
import { redirectWithToast } from "~/http/toast.server"
import type { Actor } from "~/models/foundation/access/actor"
import {
  asksForNames,
  type NameOffer,
  nothingSought,
  readNameWish,
} from "~/models/foundation/name-search/name-search"
import { resourceText, type Share, targetGroups } from "~/models/learning/resource/resource"
import {
  archiveResource,
  changeResource,
  endShare,
  findResource,
  listOpenings,
  listShares,
  offerShareTargets,
  shareResource,
} from "~/models/learning/resource/resource.server"
import { findOwnTeacher } from "~/models/people/teacher/own-teacher.server"
import { shareRefusals } from "~/texts/learning/refusals"
import { countOf, formatDate } from "~/utils/formats"
import { fullName } from "~/utils/names"
import { paths } from "~/utils/paths"
import { formatInstant, localDate } from "~/utils/zones"
import { ResourceForm, ShareForm } from "./resource-forms.server"

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "teaching:read")
  const own = orNotFound(findOwnTeacher(actor))
  const found = orNotFound(findResource(actor, params.resourceId ?? ""))
  const { fileId: _, memberId: __, createdAt, ...resource } = found
  const zone = actor.school.timeZone
  return {
    resource,
    addedOn: localDate(createdAt, zone),
    ...listShares(actor, own.id, resource.id),
    targets: offerShareTargets(actor, own.id, nothingSought),
    openings: listOpenings(actor, own.id, resource.id).map(({ memberId, by, n, lastAt, ...student }) => ({
      key: `${memberId} ${fullName({ firstName: student.firstName, lastName: student.lastName })}`,
      by,
      student: fullName(student),
      n,
      last: formatInstant(lastAt, zone),
    })),
  }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const actor = await requireMember(request, "teaching:write")
  const own = findOwnTeacher(actor)
  const resourceId = params.resourceId ?? ""
  if (!own || !findResource(actor, resourceId)) throw notFound()
  const form = await request.formData()
  const back = paths.teacherResource(resourceId)
  const share = () => shareWith(actor, own.id, resourceId, form)
  if (asksForNames(form)) return share()
  return intents(form, back, {
    share,
    "end-share": act({
      run: () => endShare(actor, resourceId, idIn(form, "shareId")),
      saved: "Sharing stopped.",
    }),
    change: intent({
      schema: ResourceForm,
      run: ({ description = null, ...text }) => changeResource(actor, resourceId, { ...text, description }),
      saved: "Resource saved.",
    }),
    "put-away": act({
      run: () => archiveResource(actor, resourceId),
      saved: "Resource archived. It can no longer be opened.",
      to: paths.teacherResources(),
    }),
  })
}

function shareWith(actor: Actor, teacherId: string, resourceId: string, form: FormData) {
  const submission = readForm(form, { schema: ShareForm })
  const targets = offerShareTargets(actor, teacherId, readNameWish(form, "target"))
  const refuse = (problems?: Record<string, string>, status = 400) =>
    data({ result: invalid(submission, problems).data.result, targets }, { status })
  if (asksForNames(form)) return answerSearch(form, submission, { targets })
  if (submission.status !== "success") return refuse()
  const shared = shareResource(actor, teacherId, resourceId, submission.value.target)
  if (!shared.ok) return refuse({ target: shareRefusals[shared.reason] }, 409)
  return redirectWithToast(paths.teacherResource(resourceId), `Shared with ${shared.name}.`)
}

export const meta = pageTitle<typeof loader>((found) => found.resource.title)

export default function Resource() {
  const { resource, addedOn, shares, others, openings, ...loaded } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const result = answer?.result
  const targets = answer && "targets" in answer ? answer.targets : loaded.targets
  const part = result?.initialValue?.intent === "change" ? "change" : "share"
  const { id, title, description, kind, url, fileName, byteSize, tags, isOwn } = resource
  return (
    <>
      <AnswerSummary formId={part} result={result} />
      <PageHead
        back={{ to: paths.teacherResources(), label: "Resources" }}
        title={title}
        expression={[
          resourceText({ kind, url, fileName, byteSize }),
          tags.join(", "),
          `added ${formatDate(addedOn, "medium")}`,
        ]
          .filter(Boolean)
          .join("; ")}
      />
      {description ? <p className="whitespace-pre-line wrap-anywhere">{description}</p> : null}
      <p>
        {kind === "link" && url ? (
          <a href={url} target="_blank" rel="noopener noreferrer">
            {url}
          </a>
        ) : byteSize === null ? (
          "This file was deleted along with its owner."
        ) : (
          <a href={paths.teacherResourceFile(id)}>Download {fileName}</a>
        )}
      </p>
      <div className="two-columns">
        <div className="stack">
          <SharePart
            shares={shares}
            others={others}
            targets={targets}
            lastResult={part === "share" ? result : undefined}
          />
          {isOwn ? (
            <ChangePart
              key={id}
              text={{ title, description: description ?? "", tags: tags.join(", ") }}
              lastResult={part === "change" ? result : undefined}
            />
          ) : null}
        </div>
        <section className="section" aria-labelledby="opened-title">
          <h2 id="opened-title">Opened by</h2>
          {openings.length ? (
            <ul className="rows">
              {openings.map(({ key, by, student, n, last }) => (
                <li key={key}>
                  <span>{by === student ? by : `${by} for ${student}`}</span>{" "}
                  <span className="dim text-right">{n === 1 ? last : `${countOf(n, "time")}, ${last}`}</span>
                </li>
              ))}
            </ul>
          ) : (
            <p className="dim">Your families haven’t opened it yet.</p>
          )}
        </section>
      </div>
    </>
  )
}

type ResourceText = { title: string; description: string; tags: string }

function ChangePart({
  text,
  lastResult,
}: {
  text: ResourceText
  lastResult: SubmissionResult<string[]> | undefined
}) {
  const [form, fields] = useForm<ResourceText>({ id: "change", lastResult, defaultValue: text })
  return (
    <details className="section" open={Boolean(lastResult?.error)}>
      <summary>Edit or archive</summary>
      <PostForm edits className="form" {...getFormProps(form)}>
        <ResourceFields fields={fields} />
        <p className="buttons">
          <SubmitButton variant="secondary" intent="change" pending="Saving…" label="Save" />
        </p>
      </PostForm>
      <ActButton label="Archive" intent="put-away" pending="Archiving…" variant="danger" />
    </details>
  )
}

type SharePartProps = {
  shares: Share[]
  /** with how many students of other teachers it is shared */
  others: number
  targets: NameOffer
  lastResult: SubmissionResult<string[]> | undefined
}

const targetLabels = { class: "class", instrument: "all students", student: "student" } as const

const untilText = (until: string | null) => (until ? ` until ${formatDate(until, "medium")}` : "")

/** With whom a resource is shared, and sharing it further. Sends `intent` share or end-share. */
function SharePart({ shares, others, targets, lastResult }: SharePartProps) {
  const [form, fields] = useForm<{ target: string }>({ id: "share", lastResult })
  return (
    <section className="section" aria-labelledby="shared-title">
      <h2 id="shared-title">Shared with</h2>
      {shares.length || others ? (
        <ul className="rows">
          {shares.map(({ id, name, target, until, isOwn }) => (
            <li key={id}>
              <span>
                {name}{" "}
                <span className="dim">
                  {targetLabels[target]}
                  {untilText(until)}
                </span>
              </span>
              {isOwn ? (
                <ActButton
                  label="Stop sharing"
                  sends={{ shareId: id }}
                  intent="end-share"
                  pending="Removing…"
                  variant="danger"
                  about={`with ${name}${untilText(until)}`}
                />
              ) : null}
            </li>
          ))}
          {others ? <li className="dim">and {countOf(others, "student")} of other teachers</li> : null}
        </ul>
      ) : (
        <p className="dim">Not shared yet.</p>
      )}
      {targets.isSearched || targets.choices.length > 0 ? (
        <PostForm className="form" {...getFormProps(form)}>
          {targets.isSearched ? (
            <NameChoiceField
              meta={fields.target}
              label="Share with"
              sought="a class, an instrument or a student"
              prompt="Choose who sees it"
              offer={targets}
            />
          ) : (
            <FieldFrame meta={fields.target} label="Share with">
              <select
                key={fields.target.key}
                {...controlProps(fields.target, {})}
                defaultValue={submittedValue(fields.target) ?? ""}
              >
                <option value="">Choose who sees it</option>
                {Object.values(targetGroups).map((group) => (
                  <optgroup key={group} label={group}>
                    <GroupedOptions choices={targets.choices.filter((target) => target.group === group)} />
                  </optgroup>
                ))}
              </select>
            </FieldFrame>
          )}
          <SubmitRow label="Share" intent="share" pending="Sharing…" />
        </PostForm>
      ) : (
        <p className="dim">You don’t have any students to share with yet.</p>
      )}
    </section>
  )
}
