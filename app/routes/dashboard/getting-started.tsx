import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { useLoaderData } from "@remix-run/react"
import { PostForm, SubmitButton } from "~/components/form/post-form"
import { GuideStep } from "~/components/platform/guide/guide-step"
import { LinkButton } from "~/components/ui/button"
import { PageHead } from "~/components/ui/page-head"
import { requireMember } from "~/http/guards.server"
import { act, intent, intents } from "~/http/intents.server"
import {
  type GuidePriority,
  guidePriorities,
  guideProgress,
  type MarkedStep,
  priorityLabels,
  seenSteps,
} from "~/models/platform/guide/guide"
import { listGuideSteps, markGuideStep, markSeenSteps } from "~/models/platform/guide/guide.server"
import { GuideMarkForm } from "~/models/platform/guide/guide-mark-form"
import { countOf } from "~/utils/formats"
import { paths } from "~/utils/paths"

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "school:settings")
  const open = new URL(request.url).searchParams.get("open")
  return {
    steps: listGuideSteps(actor),
    open: guidePriorities.find((priority) => priority === open) ?? null,
  }
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireMember(request, "school:settings")
  return intents(request, paths.gettingStarted(), {
    seen: act({
      run: () => ({ marked: markSeenSteps(actor) }),
      saved: ({ marked }) => `${countOf(marked, "step")} marked as complete.`,
    }),
    else: intent({
      schema: GuideMarkForm,
      run: ({ step, intent }) => markGuideStep(actor, step, intent === "complete"),
      refusals: { "no-such-step": 404 },
      saved: ({ title }, { intent }) => `${title} marked as ${intent}.`,
      to: (_, { step }) => {
        const priority = listGuideSteps(actor).find(({ id }) => id === step)?.priority
        return `${paths.gettingStarted(priority === "essential" ? undefined : priority)}#${step}`
      },
    }),
  })
}

export const meta: MetaFunction = () => [{ title: "Getting Started · Tutti" }]

export default function GettingStarted() {
  const { steps, open } = useLoaderData<typeof loader>()
  const seen = seenSteps(steps).length
  return (
    <div className="form narrow">
      <PageHead
        title="Getting Started"
        expression="Follow our step-by-step guide to set up your music school management system"
      />
      <Progress steps={steps} />
      {seen > 0 ? (
        <PostForm>
          <SubmitButton intent="seen" variant="secondary" pending="Saving…">
            Mark {countOf(seen, "done step")} as complete
          </SubmitButton>
        </PostForm>
      ) : null}
      <section className="section" aria-labelledby="essential">
        <header>
          <h2 id="essential">{priorityLabels.essential}</h2>
        </header>
        <Steps steps={steps} of="essential" />
      </section>
      {(["recommended", "optional"] as const).map((priority) => (
        // Only one of the details that share a name is open at a time.
        <details key={priority} className="guide-group" open={open === priority} {...{ name: "guide" }}>
          <summary>
            <h2>{priorityLabels[priority]}</h2> <span className="small dim">{doneOf(steps, priority)}</span>
          </summary>
          <Steps steps={steps} of={priority} />
        </details>
      ))}
      <aside className="sheet" aria-labelledby="guide-help">
        <h2 id="guide-help">Need help?</h2>
        <p>Help articles explain each step with examples. You decide when a step is complete.</p>
        <p className="buttons">
          <LinkButton to={paths.help()}>View Documentation</LinkButton>{" "}
          <a className="button" data-support="" href={paths.support()}>
            Contact Support
          </a>
        </p>
      </aside>
    </div>
  )
}

function Progress({ steps }: { steps: MarkedStep[] }) {
  const { done, of, percent } = guideProgress(steps)
  return (
    <div className="progress-line">
      <label htmlFor="guide-progress">
        Essential steps: {done} of {of} complete
      </label>{" "}
      <span className="numeric">{percent}%</span>
      <progress id="guide-progress" max={100} value={percent} />
    </div>
  )
}

function Steps({ steps, of }: { steps: MarkedStep[]; of: GuidePriority }) {
  return (
    <ol className="guide-steps">
      {steps.map((step, index) =>
        step.priority === of ? <GuideStep key={step.id} step={step} index={index + 1} /> : null,
      )}
    </ol>
  )
}

function doneOf(steps: MarkedStep[], priority: GuidePriority): string {
  const group = steps.filter((step) => step.priority === priority)
  return `${group.filter(({ completed }) => completed).length} of ${group.length} complete`
}
