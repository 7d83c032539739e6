/** Chosen for many classes instead of a teacher or a room: they have none afterward. Safe in the browser. */
export const chooseNone = "none"
