import { getFormProps, useForm } from "@conform-to/react"
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { Field } from "~/components/form/field"
import { AnswerSummary, PostForm, SubmitRow } from "~/components/form/post-form"
import { chosenRights, presetLines, RightsField } from "~/components/people/team/rights-field"
import { framed } from "~/components/shell/frame"
import { Tabs } from "~/components/ui/tabs"
import { requireMember } from "~/http/guards.server"
import { intent, intents } from "~/http/intents.server"
import { presetRights, presets, type Right } from "~/models/foundation/access/rights"
import { askMember } from "~/models/people/member/member.server"
import { TeamForm } from "~/models/people/member/staff-form"
import { inviteRefusals, staffRefusals } from "~/texts/people/refusals"
import { paths } from "~/utils/paths"
import { sellsPlans } from "~/utils/sold-plans"

/** The form to invite a member of the office; a preset of the address checks its rights. */
export async function loader({ request }: LoaderFunctionArgs) {
  await requireMember(request, "team:manage")
  const asked = new URL(request.url).searchParams.get("preset")
  return { preset: presets.find((preset) => preset === asked) ?? ("front-desk" as const) }
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireMember(request, "team:manage")
  return intents(request, paths.team(), {
    else: intent({
      schema: TeamForm,
      run: ({ rights, ...person }) => askMember(actor, person, rights),
      field: "email",
      status: 409,
      refusals: { ...staffRefusals, ...inviteRefusals },
      saved: ({ email }) => `Invitation sent to ${email}.`,
    }),
  })
}

export const { handle, meta } = framed({
  title: "Invite a member",
  column: "form",
  head: () => ({ back: { to: paths.team(), label: "Team" } }),
})

export default function NewTeamMember() {
  const { preset } = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()?.result
  const [form, fields] = useForm<{ name: string; email: string; rights: Right[] }>({
    id: "team-form",
    lastResult: result,
  })
  return (
    <>
      <AnswerSummary formId="team-form" result={result} />
      <Tabs
        label="Preset"
        current={preset}
        tabs={presetLines.map(({ preset: key, label }) => ({
          key,
          label,
          to: paths.newTeamMember({ preset: key }),
        }))}
      />
      <PostForm className="form" {...getFormProps(form)}>
        <div className="columns">
          <Field meta={fields.name} label="Name" autoComplete="off" maxLength={120} />
          <Field meta={fields.email} label="Email" type="email" autoComplete="off" maxLength={254} />
        </div>
        <RightsField
          key={preset}
          chosen={result ? chosenRights(result.initialValue?.rights ?? [], []) : presetRights[preset]}
          id={fields.rights.id}
          errorId={fields.rights.errorId}
          errors={fields.rights.errors}
        />
        <p className="dim small">
          We’ll email them a link that works once, for 7 days.
          {sellsPlans() ? " They don’t count as a teacher or an administrator in your plan." : null}
        </p>
        <SubmitRow label="Send invitation" intent="invite" pending="Sending…" />
      </PostForm>
    </>
  )
}
