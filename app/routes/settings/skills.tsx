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
import { act, idIn, intent, intents } from "~/http/intents.server"
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
  const skillId = idIn(form, "skillId")
  const back = paths.skillList(instrument)
  const move = (by: -1 | 1, what: "skill" | "level") =>
    act({ run: () => moveSkill(actor, skillId, by, what), refusals, saved: "Moved." })
  return intents(form, back, {
    start: act({
      run: () => startSkillList(actor, instrument),
      refusals: {
        "has-list": `${instrument} already has a list.`,
        "no-starter": "We don’t have a template for this instrument.",
      },
      saved: ({ count, instrument: started }) =>
        `${countOf(count, "skill")} for ${started.toLowerCase()} added. Edit them to fit your school.`,
    }),
    add: intent({
      schema: NewSkillForm,
      run: (skill) => addSkill(actor, skill),
      field: "name",
      refusals,
      saved: (_, { name }) => `${name} added.`,
      to: (_, skill) => paths.skillList(skill.instrument),
    }),
    change: intent({
      schema: SkillForm,
      run: (skill) => changeSkill(actor, skill.skillId, skill),
      field: "name",
      refusals,
      saved: (_, { name }) => `${name} saved.`,
    }),
    archive: act({
      run: () => setSkillArchived(actor, skillId, true),
      refusals,
      saved: ({ name }) => ({
        title: `${name} archived.`,
        undo: { to: back, fields: { intent: "restore", instrument, skillId } },
      }),
    }),
    restore: act({
      run: () => setSkillArchived(actor, skillId, false),
      refusals,
      saved: ({ name }) => `${name} restored.`,
    }),
    up: move(-1, "skill"),
    down: move(1, "skill"),
    "level-up": move(-1, "level"),
    "level-down": move(1, "level"),
  })
}

const refusals = {
  missing: 404,
  exists: "This level already has that skill.",
  full: "A list can hold 200 skills. Archive one to add another.",
} as const

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
