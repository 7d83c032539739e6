import { readLogo } from "~/models/accounts/school/logo.server"
import type { Actor } from "~/models/foundation/access/actor"
import {
  drawPaper,
  drawRow,
  ink,
  keepTogether,
  margin,
  quiet,
  rule,
  widthOf,
} from "~/models/foundation/paper/paper.server"
import type { Sheet } from "~/models/foundation/paper/sheet.server"
import { paperSize } from "~/models/money/invoice/invoice-paper"
import { durationText } from "~/utils/durations"
import { countOf, formatDate } from "~/utils/formats"
import { inFormats } from "~/utils/formats.server"
import { pieceLabel, pieceStateLabels } from "../repertoire/piece"
import { skillStateLabels } from "../skill/skill"
import { attendanceText, type Report } from "./report"
import { findReport } from "./report.server"

/** The PDF of a report the actor may read, or undefined. */
export async function reportPdf(
  actor: Actor,
  reportId: string,
): Promise<{ fileName: string; bytes: Buffer } | undefined> {
  const report = findReport(actor, reportId)
  if (!report) return undefined
  const { snapshot, toDate, writtenAt } = report
  const bytes = await drawPaper(
    {
      size: paperSize(actor.school.currency),
      title: `Progress report, ${snapshot.studentName}`,
      author: snapshot.schoolName,
      createdAt: writtenAt,
      logo: await readLogo(actor.school.logoId),
    },
    (sheet) =>
      inFormats(actor.school, () => {
        drawHead(sheet, report)
        drawFigures(sheet, report)
        drawExams(sheet, report)
        drawInstruments(sheet, report)
        drawMoved(sheet, report)
        drawPieces(sheet, report)
      }),
  )
  const name = snapshot.studentName
    .normalize("NFD")
    .replace(/[^A-Za-z0-9]+/g, "-")
    .toLowerCase()
  return { fileName: `progress-report-${name}-${toDate}.pdf`, bytes }
}

function drawHead(sheet: Sheet, { snapshot, words: text, fromDate, toDate, by, writtenOn }: Report) {
  sheet.font("italic").fontSize(11).fillColor(quiet).text(snapshot.schoolName, margin, margin)
  sheet.moveDown(1)
  sheet.font("serif").fontSize(24).fillColor(ink).text(snapshot.studentName, margin)
  sheet
    .font("italic")
    .fontSize(11)
    .fillColor(quiet)
    .text(`Progress report, ${formatDate(fromDate, "medium")} to ${formatDate(toDate, "medium")}`)
  sheet.fontSize(9).text(`Written ${formatDate(writtenOn, "full")}${by ? ` by ${by}` : ""}`)
  sheet.y += 14
  if (!text) return
  sheet
    .font("text")
    .fontSize(11)
    .fillColor(ink)
    .text(text, margin, sheet.y, { width: widthOf(sheet) })
  sheet.y += 14
}

function drawTitle(sheet: Sheet, text: string) {
  keepTogether(sheet, 70)
  sheet.y += 6
  sheet.font("italic").fontSize(12).fillColor(ink).text(text, margin, sheet.y)
  sheet.y += 3
  rule(sheet, { color: ink, width: 0.7 })
  sheet.y += 6
}

function drawLine(sheet: Sheet, label: string, text: string) {
  keepTogether(sheet, 30)
  drawRow(sheet, label, text)
}

function drawRemark(sheet: Sheet, text: string) {
  sheet.font("text").fontSize(9).fillColor(quiet)
  keepTogether(sheet, sheet.heightOfString(text, { width: widthOf(sheet) - 60 }) + 6)
  sheet.text(text, margin, sheet.y, { width: widthOf(sheet) - 60 })
  sheet.y += 5
}

function drawFigures(sheet: Sheet, { snapshot: { attendance, practiceMinutes, tasks } }: Report) {
  drawTitle(sheet, "Summary")
  drawLine(sheet, "Attendance", attendanceText(attendance.total))
  if (attendance.classes.length > 1)
    for (const row of attendance.classes) drawLine(sheet, `   ${row.className}`, attendanceText(row))
  drawLine(sheet, "Practice logged", practiceMinutes ? durationText(practiceMinutes) : "None")
  drawLine(sheet, "Assignments completed", tasks.given ? `${tasks.done} of ${tasks.given}` : "None")
}

function drawExams(sheet: Sheet, { snapshot: { exams = [] } }: Report) {
  if (exams.length === 0) return
  drawTitle(sheet, "Exam results")
  for (const { title, on, text, note } of exams) {
    drawLine(sheet, `${title}, ${formatDate(on, "medium")}`, text)
    if (note) drawRemark(sheet, note)
  }
}

function drawInstruments(sheet: Sheet, { snapshot }: Report) {
  for (const { instrument, levels, current, next, missing } of snapshot.instruments) {
    drawTitle(sheet, instrument)
    for (const { level, secure, count } of levels) drawLine(sheet, level, `${secure} of ${count} secure`)
    if (current)
      drawRemark(
        sheet,
        `Working on ${current}. ${countOf(missing.length, "skill")} left ${next ? `to reach ${next}` : "to complete it"}: ${missing.join("; ")}.`,
      )
  }
}

function drawMoved(sheet: Sheet, { snapshot: { moved } }: Report) {
  if (moved.length === 0) return
  drawTitle(sheet, "Skill progress")
  for (const { name, state, comment } of moved) {
    drawLine(sheet, name, skillStateLabels[state].word)
    if (comment) drawRemark(sheet, comment)
  }
}

function drawPieces(sheet: Sheet, { snapshot: { pieces } }: Report) {
  if (pieces.length === 0) return
  drawTitle(sheet, "Pieces")
  for (const piece of pieces) drawLine(sheet, pieceLabel(piece), pieceStateLabels[piece.state].word)
}
