// A student on leave: from a day to a day the lessons of one class, or of all, don't expect them, and their spots are kept. Safe in
// the browser.

export type LeaveDays = {
  studentId: string
  /** The class and those that continue it; null for all classes. */
  classIds: readonly string[] | null
  startsOn: string
  /** The last day, included; null until one is set. */
  endsOn: string | null
  /** How much of a monthly fee its days or lessons cost, 0 to 100. */
  feePercent: number
}

/** The leave that a student has in a class on a day (`YYYY-MM-DD`). */
export const leaveOn = (
  leaves: readonly LeaveDays[],
  { studentId, classId }: { studentId: string; classId: string },
  day: string,
): LeaveDays | undefined =>
  leaves.find(
    (leave) =>
      leave.studentId === studentId &&
      (leave.classIds === null || leave.classIds.includes(classId)) &&
      leave.startsOn <= day &&
      (leave.endsOn === null || day <= leave.endsOn),
  )
