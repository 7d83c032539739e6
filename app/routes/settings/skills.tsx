import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { AnswerSummary } from "~/components/form/answer-summary"
import { ListedSkills } from "~/components/learning/progress/listed-skills"
import { NewSkill } from "~/components/learning/progress/new-skill"
import { StartLists } from "~/components/learning/progress/start-lists"
import type { FramedPage } from "~/components/shell/frame"
import { unlessPartOpened } from "~/components/ui/edited-part"
import { Tabs } from "~/components/ui/tabs"
import { requireMember } from "~/http/guards.server"
import { readForm } from "~/http/read-form.server"
import { invalid, notFound } from "~/http/responses.server"
import { redirectWithToast, redirectWithUndo } from "~/http/toast.server"
import type { Actor } from "~/models/foundation/access/actor"
import { NewSkillForm, SkillForm } from "~/models/learning/skill/skill-forms"
import { listSkillInstruments } from "~/models/learning/skill/skill-instruments.server"
import {
  addSkill,
  changeSkill,
  listArchivedSkills,
  listSkills,
  moveSkill,
  setSkillArchived,
  startSkillList,
} from "~/models/learning/skill/skill-list.server"
import { countOf } from "~/utils/count-of"
import { paths } from "~/utils/paths"

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "school:settings")
  const instrumentText = new URL(request.url).searchParams.get("instrument")?.slice(0, 60)
  const { listed, unlisted } = listSkillInstruments(actor)
  const chosen = instrumentText ?? listed[0]?.instrument ?? ""
  return {
    listed,
    unlisted,
    chosen,
    skills: listSkills(actor, chosen),
    archived: listArchivedSkills(actor, chosen),
  }
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireMember(request, "school:settings")
  const form = await request.formData()
  const instrument = String(form.get("instrument") ?? "").slice(0, 60)
  const toasted = (title: string) => redirectWithToast(paths.skillList(instrument), title)
  const skillId = String(form.get("skillId") ?? "").slice(0, 64)
  const move = (by: -1 | 1, what: "skill" | "level") => {
    if (!moveSkill(actor, skillId, by, what).ok) throw notFound()
    return toasted("Moved.")
  }
  switch (form.get("intent")) {
    case "start": {
      const started = startSkillList(actor, instrument)
      if (started.ok)
        return toasted(
          `${countOf(started.count, "skill")} for ${started.instrument.toLowerCase()} added. Edit them to fit your school.`,
        )
      return redirectWithToast(paths.skillList(instrument), {
        title:
          started.reason === "has-list"
            ? `${instrument} already has a list.`
            : "We don’t have a template for this instrument.",
        tone: "bad",
      })
    }
    case "add":
      return add(actor, form)
    case "change":
      return change(actor, form, toasted)
    case "archive":
    case "restore": {
      const set = setSkillArchived(actor, skillId, form.get("intent") === "archive")
      if (set.ok && form.get("intent") === "restore") return toasted(`${set.name} restored.`)
      if (set.ok)
        return redirectWithUndo(paths.skillList(instrument), `${set.name} archived.`, {
          to: paths.skillList(instrument),
          fields: { intent: "restore", instrument, skillId },
        })
      if (set.reason === "missing") throw notFound()
      return redirectWithToast(paths.skillList(instrument), { title: refusals[set.reason], tone: "bad" })
    }
    case "up":
      return move(-1, "skill")
    case "down":
      return move(1, "skill")
    case "level-up":
      return move(-1, "level")
    case "level-down":
      return move(1, "level")
    default:
      throw notFound()
  }
}

const refusals = {
  exists: "This level already has that skill.",
  full: "A list can hold 200 skills. Archive one to add another.",
}

function add(actor: Actor, form: FormData) {
  const submission = readForm(form, { schema: NewSkillForm })
  if (submission.status !== "success") return invalid(submission)
  const added = addSkill(actor, submission.value)
  if (!added.ok) return invalid(submission, { name: refusals[added.reason] })
  return redirectWithToast(paths.skillList(submission.value.instrument), `${submission.value.name} added.`)
}

function change(actor: Actor, form: FormData, toasted: (title: string) => Promise<Response>) {
  const submission = readForm(form, { schema: SkillForm })
  if (submission.status !== "success") return invalid(submission)
  const { skillId, level, name } = submission.value
  const changed = changeSkill(actor, skillId, { level, name })
  if (changed.ok) return toasted(`${name} saved.`)
  if (changed.reason === "missing") throw notFound()
  return invalid(submission, { name: refusals[changed.reason] })
}

export const shouldRevalidate = unlessPartOpened

export const handle: FramedPage = {
  title: "Skills",
  column: "stack narrow",
  head: () => ({
    expression: "what your school teaches, by instrument and level",
    back: { to: paths.schoolSettings(), label: "School settings" },
  }),
}

export const meta: MetaFunction = () => [{ title: "Skills · Tutti" }]

export default function SkillListPage() {
  const { listed, unlisted, chosen, skills, archived } = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()?.result
  const { intent, skillId } = result?.initialValue ?? {}
  return (
    <>
      <AnswerSummary formId={intent === "change" ? `skill-${skillId}` : "new-skill"} result={result} />
      {listed.length ? (
        <Tabs
          label="Instruments"
          tabs={listed.map(({ instrument, count }) => ({
            to: paths.skillList(instrument),
            label: `${instrument}, ${count}`,
            current: instrument.toLowerCase() === chosen.toLowerCase(),
          }))}
        />
      ) : null}
      {skills.length || archived.length ? (
        <ListedSkills
          key={chosen}
          skills={skills}
          archived={archived}
          result={intent === "change" ? result : undefined}
        />
      ) : null}
      <NewSkill
        key={`${chosen} ${skills.length}`}
        instrument={chosen}
        levels={[...new Set(skills.map(({ level }) => level))]}
        result={intent === "add" ? result : undefined}
      />
      <StartLists unlisted={unlisted} />
    </>
  )
}
