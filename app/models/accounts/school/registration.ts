/** A registration that was refused, could not be kept, or got no answer (spec §8). */
export const registrationFailure = {
  title: "Registration failed",
  text: "An error occurred. Please try again.",
}
