import { expect, expectTypeOf, test } from "vitest"
import type { Actor, PersonActor, SuperActor } from "./actor"
import { personActor, superActor } from "./actor.server"

test("a customer, a member and platform staff never pass for one another", () => {
  // The type check of the project proves these.
  expectTypeOf<PersonActor>().not.toExtend<SuperActor>()
  expectTypeOf<Actor>().not.toExtend<SuperActor>()
  expectTypeOf<Actor>().not.toExtend<PersonActor>()
  expectTypeOf<SuperActor>().not.toExtend<PersonActor>()
  expectTypeOf<PersonActor>().not.toExtend<Actor>()
  expectTypeOf<SuperActor>().not.toExtend<Actor>()
})

test("what makes an actor says of which kind it is, whatever it was given", () => {
  const pretender = { userId: "u1", name: "Ada", schoolId: null, timeZone: "UTC", kind: "staff" }
  expect(personActor(pretender).kind).toBe("person")
  expect(superActor({ userId: "u2", name: "Grace" }).kind).toBe("staff")
})
