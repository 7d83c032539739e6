const repeatMs = 10 * 60_000

/** From when on (UTC ms) the same words count as the same form, pressed twice or sent by two tabs. */
export const repeatsSince = (at: number): number => at - repeatMs

/** Whether one of these rows says exactly what the form says. */
export const isRepeated = <Form extends object>(recent: Record<keyof Form, unknown>[], form: Form): boolean =>
  recent.some((row) => Object.entries(form).every(([name, value]) => row[name as keyof Form] === value))
