import { getFormProps, useForm } from "@conform-to/react"
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { WelcomeHead } from "~/components/accounts/welcome/welcome-steps"
import { ErrorSummary, PostForm, SubmitButton } from "~/components/form/post-form"
import { presetsAlso } from "~/components/overview/policies/policy-texts"
import { PresetChoices } from "~/components/overview/policies/preset-form"
import { Button } from "~/components/ui/button"
import { requireMember } from "~/http/guards.server"
import { act, intent, intents } from "~/http/intents.server"
import { leaveWelcome, reachStep } from "~/models/accounts/welcome/welcome.server"
import { nearestPreset } from "~/models/overview/policies/policies"
import { choosePreset, findPolicies, listPresets } from "~/models/overview/policies/policies.server"
import { PresetForm } from "~/routes/settings/preset-form.server"
import { presetNames } from "~/texts/overview/preset-names"
import { paths } from "~/utils/paths"

// One choice in place of thirty fields: the preset that is closest to the school.

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "school:settings")
  const policies = findPolicies(actor)
  const presets = listPresets(actor, policies)
  return { presets, currency: actor.school.currency, chosen: nearestPreset(policies, presets).key }
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireMember(request, "school:settings")
  return intents(request, paths.welcomeRecords(), {
    leave: act({ run: () => leaveWelcome(actor), to: paths.dashboard() }),
    skip: act({ run: () => reachStep(actor, "records") }),
    else: intent({
      schema: PresetForm,
      run: ({ preset }) => {
        choosePreset(actor, preset)
        reachStep(actor, "records")
      },
      saved: (_, { preset }) => `${presetNames[preset]} policies saved. Change any rule in Settings.`,
    }),
  })
}

export const meta: MetaFunction = () => [{ title: "Welcome: policies · Tutti" }]

export default function WelcomePolicies() {
  const choices = useLoaderData<typeof loader>()
  const [form, fields] = useForm<{ preset: string }>({
    id: "preset-form",
    lastResult: useActionData<typeof action>()?.result,
  })
  return (
    <div className="form">
      <ErrorSummary form={form} />
      <WelcomeHead current="policies" expression="absences, make-ups and late payments" />
      <PostForm className="form" {...getFormProps(form)}>
        <PresetChoices name={fields.preset.name} id={fields.preset.id} {...choices} />
        <p className="dim">{presetsAlso} You can change each rule in Settings.</p>
        <div className="buttons">
          <SubmitButton pending="Saving…" isMain label="Save and continue" />
          <Button intent="skip" variant="plain" formNoValidate>
            Skip this step
          </Button>
        </div>
      </PostForm>
    </div>
  )
}
