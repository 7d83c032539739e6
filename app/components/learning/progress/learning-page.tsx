import type { SubmissionResult } from "@conform-to/react"
import { AnswerSummary } from "~/components/form/answer-summary"
import type { ExamResult } from "~/components/teaching/occasion/result-list"
import type { Pages } from "~/components/ui/pagination"
import { Tabs } from "~/components/ui/tabs"
import type { Assignment } from "~/models/learning/assignment/assignment"
import type { Feedback } from "~/models/learning/feedback/feedback"
import {
  type Learner,
  type LearningArea,
  type LearningView,
  learningPath,
} from "~/models/learning/learner/learner"
import type { Piece } from "~/models/learning/repertoire/piece"
import type { Report } from "~/models/learning/report/report"
import { FeedbackList } from "./feedback-list"
import { replyFormId } from "./lesson-feedback"
import { PiecesView } from "./pieces-view"
import type { Practice } from "./practice-log"
import { ReportsView } from "./reports-view"
import { SkillsView } from "./skills-view"
import { TasksView } from "./tasks-view"

type SkillsContent = Pick<
  Parameters<typeof SkillsView>[0],
  "sheets" | "chosen" | "unlisted" | "changes" | "stamp"
>

type LearningContent =
  | (SkillsContent & { view: "skills" })
  | { view: "pieces"; pieces: Piece[]; practice: Practice }
  | { view: "tasks"; entryId: string; open: Assignment[]; done: Assignment[] }
  | { view: "notes"; pages: Pages; entryId: string; lessons: Feedback[] }
  | { view: "reports"; reports: Report[]; exams: ExamResult[] }

type LearningPageProps = {
  area: LearningArea
  learner: Learner
  timeZone: string
  day: string
  inAWeek: string
  termStart: string
  mayEditList: boolean
  content: LearningContent
  result?: SubmissionResult
}

const labels: Record<LearningView, string> = {
  skills: "Skills",
  pieces: "Pieces and practice",
  tasks: "Assignments",
  notes: "Lesson notes",
  reports: "Reports and exams",
}

const formIds: Record<string, string> = {
  record: "skills",
  "add-piece": "piece",
  assign: "task",
  "write-report": "report",
}

/** The student's instrument and level for the heading. */
export const learnerLabel = ({ instrument, level }: Learner): string =>
  [instrument, level].filter(Boolean).join(", ")

/** Everything one student learns: the same page for the office and for their teachers. */
export function LearningPage(props: LearningPageProps) {
  const { area, learner, day, inAWeek, termStart, mayEditList, content, result } = props
  const { intent, sessionId } = result?.initialValue ?? {}
  return (
    <>
      <AnswerSummary
        formId={intent === "reply" ? replyFormId(String(sessionId)) : (formIds[String(intent)] ?? "form")}
        result={result}
      />
      <Tabs
        label={`${learner.firstName}’s progress`}
        tabs={(Object.keys(labels) as LearningView[]).map((view) => ({
          to: learningPath(area, learner.id, { view }),
          label: labels[view],
          current: view === content.view,
        }))}
      />
      {content.view === "skills" ? (
        <SkillsView
          {...content}
          learner={learner}
          area={area}
          day={day}
          mayEditList={mayEditList}
          result={intent === "record" ? result : undefined}
        />
      ) : null}
      {content.view === "pieces" ? (
        <PiecesView
          {...content}
          name={learner.firstName}
          typed={(intent === "save-pieces" && result?.initialValue?.states) || undefined}
          result={intent === "add-piece" ? result : undefined}
        />
      ) : null}
      {content.view === "tasks" ? (
        <TasksView
          {...content}
          name={learner.firstName}
          day={day}
          inAWeek={inAWeek}
          result={intent === "assign" ? result : undefined}
        />
      ) : null}
      {content.view === "notes" ? (
        <div className="stack narrow">
          <FeedbackList
            {...content}
            timeZone={props.timeZone}
            to="the family"
            empty={`No lesson notes yet. Notes you share with attendance appear here, with replies from ${learner.firstName}’s family.`}
            result={intent === "reply" ? result : undefined}
          />
        </div>
      ) : null}
      {content.view === "reports" ? (
        <ReportsView
          {...content}
          name={learner.firstName}
          day={day}
          termStart={termStart}
          result={intent === "write-report" ? result : undefined}
        />
      ) : null}
    </>
  )
}
