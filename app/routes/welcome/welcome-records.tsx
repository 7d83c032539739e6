import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { useLoaderData } from "@remix-run/react"
import { WelcomeHead } from "~/components/accounts/welcome/welcome-steps"
import { ActButton, PostForm } from "~/components/form/post-form"
import { Button, Link } from "~/components/ui/button"
import { CalloutText } from "~/components/ui/callout"
import { requireMember } from "~/http/guards.server"
import { act, intents } from "~/http/intents.server"
import { redirectWithToast } from "~/http/toast.server"
import { endWelcome, leaveWelcome } from "~/models/accounts/welcome/welcome.server"
import {
  addSample,
  mayHaveSample,
  mayHaveSampleTeachers,
} from "~/models/exchange/sample-data/add-sample.server"
import { hasSample } from "~/models/foundation/sample-record/sample-record.server"
import { paths } from "~/utils/paths"

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "school:settings")
  const isSample = hasSample(actor)
  return {
    isSolo: actor.school.kind === "solo",
    isSample,
    mayHaveSample: !isSample && mayHaveSample(actor),
    hasTeachers: mayHaveSampleTeachers(actor),
  }
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireMember(request, "school:settings")
  return intents(request, paths.dashboard(), {
    leave: act({ run: () => leaveWelcome(actor) }),
    import: act({ run: () => endWelcome(actor), to: paths.imports() }),
    student: act({ run: () => endWelcome(actor), to: paths.newStudent() }),
    sample: async () => {
      const hasTeachers = mayHaveSampleTeachers(actor)
      const added = await addSample(actor)
      if (!added.ok) return redirectWithToast(paths.welcomeRecords(), { title: hasRecords, tone: "bad" })
      endWelcome(actor)
      if (!added.isNew)
        return redirectWithToast(
          paths.dashboard(),
          "Your school already has the sample data. Nothing was added.",
        )
      return redirectWithToast(paths.dashboard(), {
        title: "Sample data added.",
        ...(hasTeachers ? {} : { text: "Your plan is full, so its classes have no teacher." }),
        tone: "good",
      })
    },
    end: act({ run: () => endWelcome(actor) }),
  })
}

const hasRecords = "You have students or classes of your own already, so sample data can’t be added."

export const meta: MetaFunction = () => [{ title: "Welcome: first records · Tutti" }]

const ways = (isSolo: boolean) => [
  {
    intent: "import",
    title: "Import your roster",
    about: `Any CSV or Excel file. It adds students, families${isSolo ? "" : ", teachers"} and weekly times, and you check everything first.`,
    button: "Import a roster",
    pending: "Opening…",
  },
  {
    intent: "student",
    title: "Add your first student",
    about: "With their family. Then schedule their lessons.",
    button: "Add a student",
    pending: "Opening…",
  },
]

export default function WelcomeRecords() {
  const { isSolo, isSample, mayHaveSample: offersSample, hasTeachers } = useLoaderData<typeof loader>()
  return (
    <div className="form narrow">
      <WelcomeHead current="records" expression="choose how to begin" />
      {ways(isSolo).map(({ intent, title, about, button, pending }, index) => (
        <section className="section" key={intent} aria-labelledby={intent}>
          <h2 id={intent}>{title}</h2>
          <p className="dim">{about}</p>
          <ActButton
            label={button}
            intent={intent}
            pending={pending}
            variant={index === 0 ? "primary" : "secondary"}
          />
        </section>
      ))}
      <section className="section" aria-labelledby="sample">
        <h2 id="sample">Look around with sample data</h2>
        {offersSample ? (
          <>
            <p className="dim">
              Seven students, their families, six classes and four weeks of lessons with some attendance.
              Everything says “sample,” counts toward no limit and sends no email. Remove it all with one
              click.{" "}
              {hasTeachers
                ? null
                : "Your plan has no room for another teacher, so the sample classes won’t have one."}
            </p>
            <ActButton label="Add sample data" intent="sample" pending="Adding…" />
          </>
        ) : isSample ? (
          <CalloutText>
            You’re looking at sample data. <Link to={paths.sampleData()}>Remove it</Link> before you add your
            own records.
          </CalloutText>
        ) : (
          <p className="dim">{hasRecords}</p>
        )}
      </section>
      <PostForm>
        <Button intent="end" variant="plain">
          Finish and go to the dashboard
        </Button>
      </PostForm>
    </div>
  )
}
