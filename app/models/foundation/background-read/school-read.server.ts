import type { BackgroundWork } from "~/providers/threads/background-read.server"
import type { Actor } from "../access/actor"
import { type Viewer, viewerOf } from "./viewer"

/** What a thread is asked of a school, for whoever asks there. */
export type SchoolAsked<Args extends unknown[]> = { schoolId: string; viewer: Viewer; args: Args }

/** A read of a school by its name in app/jobs/background-reads.server.ts, with arguments that can be copied. */
export const schoolWork = <Args extends unknown[], Output>(
  actor: Actor,
  name: string,
  read: (actor: Actor, ...args: Args) => Output | Promise<Output>,
  ...args: Args
): BackgroundWork<Output> => ({
  name,
  input: { schoolId: actor.school.id, viewer: viewerOf(actor), args } satisfies SchoolAsked<Args>,
  here: () => read(actor, ...args),
})
