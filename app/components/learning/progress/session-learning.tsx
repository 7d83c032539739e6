import type { SubmissionResult } from "@conform-to/react"
import { ActButton } from "~/components/form/post-form"
import { Link } from "~/components/ui/button"
import type { Assignment } from "~/models/learning/assignment/assignment"
import type { Reply } from "~/models/learning/feedback/feedback"
import { type LearningArea, learningPath } from "~/models/learning/learner/learner"
import { type NextSkill, skillStateLabels } from "~/models/learning/skill/skill"
import { addDays } from "~/utils/dates"
import { ReplyList } from "./lesson-feedback"
import { SkillStatus } from "./skill-status"
import { TaskForm } from "./task-form"
import { TaskList } from "./task-list"

type GivenTask = Assignment & { studentId: string; studentName: string }

type SessionLearningProps = {
  students: { studentId: string; name: string }[]
  area: LearningArea
  day: string
  timeZone: string
  tasks: GivenTask[]
  /** the key of the form for another assignment */
  entryId: string
  replies: (Reply & { studentName: string })[]
  /** what each student works on, by id */
  nextSkills: Record<string, NextSkill>
  result?: SubmissionResult
}

/** Under the attendance of a lesson: replies to its note, its assignments, and a form for another. */
export function SessionLearning(props: SessionLearningProps) {
  const { students, area, day, timeZone, tasks, entryId, replies, nextSkills, result } = props
  if (students.length === 0) return null
  return (
    <>
      {replies.length ? (
        <section className="section no-print" aria-labelledby="replies">
          <h2 id="replies">Family replies</h2>
          <ReplyList replies={replies} timeZone={timeZone} />
        </section>
      ) : null}
      <section className="section no-print" aria-labelledby="tasks">
        <h2 id="tasks">Practice assignments</h2>
        {tasks.length ? (
          <TaskList
            tasks={tasks.map((task) => ({ ...task, className: task.studentName }))}
            action={({ id }) => <TakeBack task={tasks.find((task) => task.id === id)} />}
          />
        ) : null}
        <TaskForm
          key={tasks.length}
          entryId={entryId}
          day={day}
          dueOn={addDays(day, 7)}
          students={students}
          result={result}
        />
      </section>
      <SessionSkills students={students} area={area} nextSkills={nextSkills} />
    </>
  )
}

function TakeBack({ task }: { task?: GivenTask }) {
  if (!task || task.doneOn) return null
  return (
    <ActButton
      sends={{ assignment: task.id, student: task.studentId }}
      intent="withdraw"
      pending="Removing…"
      variant="danger"
    >
      Remove<span className="visually-hidden"> from {task.studentName}</span>
    </ActButton>
  )
}

type SessionSkillsProps = Pick<SessionLearningProps, "students" | "area" | "nextSkills">

/** What each student of the lesson works on; one tap moves it a step. */
function SessionSkills({ students, area, nextSkills }: SessionSkillsProps) {
  return (
    <section className="section no-print" aria-labelledby="skills">
      <h2 id="skills">Skills</h2>
      <ul className="rows session-skills">
        {students.map(({ studentId, name }) => (
          <li key={studentId}>
            <Link to={learningPath(area, studentId)}>
              <span className="visually-hidden">Skills for </span>
              {name}
            </Link>{" "}
            <CurrentSkill studentId={studentId} name={name} skill={nextSkills[studentId]} />
          </li>
        ))}
      </ul>
    </section>
  )
}

type CurrentSkillProps = { studentId: string; name: string; skill?: NextSkill }

function CurrentSkill({ studentId, name, skill }: CurrentSkillProps) {
  if (!skill) return null
  const { skillId, level, from, to } = skill
  return (
    <>
      <span>
        {skill.name}, {level} <SkillStatus state={from} />
      </span>
      <ActButton
        preventScrollReset
        sends={{ student: studentId, skill: skillId, from, to }}
        intent="skill"
        pending="Saving…"
      >
        Mark as {skillStateLabels[to].word.toLowerCase()}
        <span className="visually-hidden">
          : {skill.name}, {name}
        </span>
      </ActButton>
    </>
  )
}
