import { z } from "zod"
import { ContactMessageForm } from "~/models/platform/contact-message/contact-message-form"
import { DemoRequestForm } from "~/models/platform/demo-request/demo-request-form"
import { type Call, refusals, successWithMessage } from "./call.server"

/** What visitors send, and this description. */
export const visitorCalls: Call[] = [
  {
    method: "post",
    path: "/api/contact",
    summary: "Sends a contact message",
    body: ContactMessageForm,
    answers: { 200: { description: "Sent.", body: successWithMessage }, ...refusals(400, 415, 429, 503) },
  },
  {
    method: "post",
    path: "/api/demo-request",
    summary: "Requests a demo",
    body: DemoRequestForm,
    answers: { 200: { description: "Sent.", body: successWithMessage }, ...refusals(400, 415, 429, 503) },
  },
  {
    method: "get",
    path: "/api/openapi.json",
    summary: "This description",
    answers: {
      200: {
        description: "An OpenAPI 3.1 document.",
        body: z.looseObject({ openapi: z.literal("3.1.0"), paths: z.looseObject({}) }),
      },
    },
  },
]
