import { PostForm } from "~/components/form/post-form"
import { SubmitButton } from "~/components/form/submit-button"
import { Link } from "~/components/ui/link"
import { type LearningArea, learningPath } from "~/models/learning/learner/learner"
import { type NextSkill, skillStateLabels } from "~/models/learning/skill/skill"
import { SkillStatus } from "./skill-status"

type SessionSkillsProps = {
  students: { studentId: string; name: string }[]
  area: LearningArea
  /** what each works on, by student */
  nextSkills: Record<string, NextSkill>
}

/** What each student of the lesson works on; one tap moves it a step. */
export function SessionSkills({ students, area, nextSkills }: SessionSkillsProps) {
  return (
    <section className="section no-print" aria-labelledby="skills">
      <h2 id="skills">Skills</h2>
      <ul className="rows session-skills">
        {students.map(({ studentId, name }) => (
          <li key={studentId}>
            <Link to={learningPath(area, studentId)}>
              <span className="visually-hidden">Skills for </span>
              {name}
            </Link>
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
      <PostForm preventScrollReset>
        <input type="hidden" name="student" value={studentId} />
        <input type="hidden" name="skill" value={skillId} />
        <input type="hidden" name="from" value={from} />
        <input type="hidden" name="to" value={to} />
        <SubmitButton intent="skill" variant="secondary" pending="Saving…">
          Mark as {skillStateLabels[to].word.toLowerCase()}
          <span className="visually-hidden">
            : {skill.name}, {name}
          </span>
        </SubmitButton>
      </PostForm>
    </>
  )
}
