import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { Field } from "~/components/form/field"
import { AnswerSummary, PostForm, SubmitButton } from "~/components/form/post-form"
import { NewSkill } from "~/components/learning/progress/new-skill"
import { framed } from "~/components/shell/frame"
import { Button, Link } from "~/components/ui/button"
import { unlessPartOpened } from "~/components/ui/edited-part"
import { Tabs } from "~/components/ui/tabs"
import { requireMember } from "~/http/guards.server"
import { act, idIn, intent, intents } from "~/http/intents.server"
import { NewSkillForm, SkillForm } from "~/models/learning/skill/skill-forms"
import {
  addSkill,
  changeSkill,
  type ListedSkill,
  listArchivedSkills,
  listSkillInstruments,
  listSkills,
  moveSkill,
  setSkillArchived,
  startSkillList,
} from "~/models/learning/skill/skill-list.server"
import { countOf } from "~/utils/formats"
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

export const { handle, meta } = framed({
  title: "Skills",
  column: "stack narrow",
  head: () => ({
    expression: "what your school teaches, by instrument and level",
    back: { to: paths.schoolSettings(), label: "School settings" },
  }),
})

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

type ListedSkillsProps = {
  skills: ListedSkill[]
  archived: { id: string; level: string; name: string }[]
  result?: SubmissionResult
}

/** The list of an instrument by level: each line opens to be changed, moved or archived. */
function ListedSkills({ skills, archived, result }: ListedSkillsProps) {
  const levels = [...new Set(skills.map(({ level }) => level))]
  const instrument = skills[0]?.instrument ?? ""
  return (
    <>
      {levels.map((level, index) => {
        const lines = skills.filter((skill) => skill.level === level)
        return (
          <section className="section" key={level} aria-label={level}>
            <header>
              <h2>{level}</h2>
              <PostForm className="buttons" sends={{ skillId: lines[0]?.id, instrument }}>
                {index > 0 ? <MoveButton intent="level-up" what={level} label="Move up" /> : null}
                {index < levels.length - 1 ? (
                  <MoveButton intent="level-down" what={level} label="Move down" />
                ) : null}
              </PostForm>
            </header>
            <ul className="rows">
              {lines.map((skill, at) => (
                <li key={skill.id}>
                  <details className="grow" open={result?.initialValue?.skillId === skill.id}>
                    <summary>{skill.name}</summary>
                    <ChangeSkill
                      key={`${skill.level} ${skill.name}`}
                      skill={skill}
                      isFirst={at === 0}
                      isLast={at === lines.length - 1}
                      result={result?.initialValue?.skillId === skill.id ? result : undefined}
                    />
                  </details>
                </li>
              ))}
            </ul>
          </section>
        )
      })}
      {archived.length ? (
        <details className="disclosure">
          <summary>Archived ({archived.length})</summary>
          <ul className="rows">
            {archived.map(({ id, level, name }) => (
              <li key={id}>
                <span>
                  {name} <span className="dim">{level}</span>
                </span>
                <PostForm sends={{ skillId: id, instrument }}>
                  <Button intent="restore" variant="plain">
                    Restore<span className="visually-hidden"> {name}</span>
                  </Button>
                </PostForm>
              </li>
            ))}
          </ul>
        </details>
      ) : null}
    </>
  )
}

function MoveButton({ intent, what, label }: { intent: string; what: string; label: string }) {
  return (
    <Button intent={intent} variant="plain">
      {label}
      <span className="visually-hidden"> {what}</span>
    </Button>
  )
}

type ChangeSkillProps = {
  skill: ListedSkill
  isFirst: boolean
  isLast: boolean
  result?: SubmissionResult
}

function ChangeSkill({ skill, isFirst, isLast, result }: ChangeSkillProps) {
  const [form, fields] = useForm<{ level: string; name: string }>({
    id: `skill-${skill.id}`,
    lastResult: result,
    defaultValue: { level: skill.level, name: skill.name },
  })
  return (
    <PostForm
      edits
      className="form"
      {...getFormProps(form)}
      sends={{ skillId: skill.id, instrument: skill.instrument }}
    >
      <div className="columns">
        <Field meta={fields.name} label="Skill" maxLength={120} autoComplete="off" />
        <Field meta={fields.level} label="Level" maxLength={60} autoComplete="off" />
      </div>
      <div className="buttons">
        <SubmitButton pending="Saving…" intent="change" variant="secondary" isMain label="Save" />
        {isFirst ? null : <MoveButton intent="up" what={skill.name} label="Move up" />}
        {isLast ? null : <MoveButton intent="down" what={skill.name} label="Move down" />}
        <Button intent="archive" variant="danger">
          Archive<span className="visually-hidden"> {skill.name}</span>
        </Button>
      </div>
    </PostForm>
  )
}

type StartListsProps = { unlisted: { instrument: string; hasStarter: boolean; isTaught: boolean }[] }

/** Instruments without a skill list: starts from our template or an empty list. */
function StartLists({ unlisted }: StartListsProps) {
  if (unlisted.length === 0) return null
  return (
    <section className="section" aria-labelledby="start">
      <h2 id="start">Instruments without a list</h2>
      <p className="dim">Start from our template, then change it to fit how you teach.</p>
      <ul className="rows">
        {unlisted.map(({ instrument, hasStarter, isTaught }) => (
          <li key={instrument}>
            <span>
              {instrument}
              {isTaught ? null : <span className="dim">, not taught here yet</span>}
            </span>{" "}
            {hasStarter ? (
              <PostForm sends={{ instrument }}>
                <Button intent="start">Use our {instrument.toLowerCase()} template</Button>
              </PostForm>
            ) : (
              <Link to={paths.skillList(instrument)}>Create a {instrument.toLowerCase()} list</Link>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
