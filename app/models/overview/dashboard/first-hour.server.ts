import { type WelcomeStep, welcomePath } from "~/models/accounts/welcome/welcome"
import type { Actor } from "~/models/foundation/access/actor"
import { may } from "~/models/foundation/access/permissions"
import { listGuideSteps } from "~/models/platform/guide/guide.server"
import type { NextStep } from "./next-step"

// What the dashboard of a new school shows beside its figures: its setup, that it looks at sample data,
// and what to do next while there is nothing to count.

/** `welcome` is where the setup goes on; `isNew` while no one has begun or left it. */
export function findFirstHour(
  actor: Actor,
  { welcome, isSample, isEmpty }: { welcome: WelcomeStep | null; isSample: boolean; isEmpty: boolean },
) {
  if (!may(actor, "school:settings")) return { welcome: null, isSample: false, next: null }
  return {
    welcome: welcome && { to: welcomePath(welcome), isNew: welcome === "new" },
    isSample,
    next: isEmpty ? nextSteps(actor) : null,
  }
}

/** The essential steps of the guide that the data doesn't show yet come with their hint; the others say what is there. */
function nextSteps(actor: Actor): NextStep[] {
  return listGuideSteps(actor)
    .filter(({ priority }) => priority === "essential")
    .map(({ id, title, hint, link, seen }) => ({ id, title, hint, link, seen }))
}
