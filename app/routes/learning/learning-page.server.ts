import { orNotFound } from "~/http/guards.server"
import { paged, readPage } from "~/http/page-number"
import { studentOfPage, termStartOfPage } from "~/http/page-reads.server"
import type { Actor } from "~/models/foundation/access/actor"
import { listAssignments } from "~/models/learning/assignment/assignment.server"
import { feedbackPageSize } from "~/models/learning/feedback/feedback"
import { listFeedback } from "~/models/learning/feedback/feedback.server"
import { type Learner, type LearningArea, learningViews } from "~/models/learning/learner/learner"
import { findLearner, learnerOf } from "~/models/learning/learner/learner.server"
import { findPractice } from "~/models/learning/practice/practice.server"
import { listPieces } from "~/models/learning/repertoire/repertoire.server"
import { listReports } from "~/models/learning/report/report.server"
import {
  findSkillSheets,
  listLearned,
  listSkillChanges,
  skillStamp,
} from "~/models/learning/skill/skill-sheet.server"
import { listStudentResults } from "~/models/teaching/occasion/exam-results.server"
import { todayOf } from "~/utils/clock.server"
import { addDays } from "~/utils/dates"
import { newId } from "~/utils/ids.server"

// The page about one student's learning. The office and the teachers open the same one, each in their own area.

/** The student, who is already loaded by the office's frame around the page. */
function readLearner(actor: Actor, area: LearningArea, studentId: string): Learner | undefined {
  if (area === "teacher") return findLearner(actor, studentId)
  const student = studentOfPage(actor, studentId)
  return student && learnerOf(student)
}

/** The data of one view of the page; 404 for a student outside the actor's reach. */
export function readLearning(actor: Actor, area: LearningArea, studentId: string, request: Request) {
  const learner = orNotFound(readLearner(actor, area, studentId))
  const query = new URL(request.url).searchParams
  const view = learningViews.find((each) => each === query.get("view")) ?? "skills"
  const content = {
    skills: () => readSkills(actor, learner, query.get("instrument")),
    pieces: () => ({
      view: "pieces" as const,
      pieces: listPieces(actor, learner),
      practice: findPractice(actor, learner),
    }),
    tasks: () => ({ view: "tasks" as const, entryId: newId(), ...listAssignments(actor, learner) }),
    notes: () => {
      const { total, lessons } = listFeedback(actor, learner, readPage(request))
      const pages = paged(request, total, feedbackPageSize)
      return { view: "notes" as const, entryId: newId(), lessons, pages }
    },
    reports: () => ({
      view: "reports" as const,
      reports: listReports(actor, learner),
      exams: listStudentResults(actor, learner.id),
    }),
  }[view]()
  const day = todayOf(actor)
  return {
    area,
    learner,
    timeZone: actor.school.timeZone,
    day,
    inAWeek: addDays(day, 7),
    termStart: termStartOfPage(actor),
    mayEditList: actor.role !== "teacher",
    content,
  }
}

function readSkills(actor: Actor, learner: Learner, instrument: string | null) {
  const learned = listLearned(actor, learner)
  const sheets = findSkillSheets(actor, learner, learned)
  return {
    view: "skills" as const,
    sheets,
    chosen: (sheets.find((sheet) => sheet.instrument === instrument) ?? sheets[0])?.instrument ?? null,
    /** What they learn that the school has no list for. */
    unlisted: learned
      .map(({ instrument: name }) => name)
      .filter((name) => !sheets.some((sheet) => sheet.instrument.toLowerCase() === name.toLowerCase())),
    changes: listSkillChanges(actor, learner, { limit: 12 }),
    stamp: skillStamp(actor, learner),
  }
}
