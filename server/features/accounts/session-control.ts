/** What use cases may do with the session of their caller; the browser's cookie follows. */
type SessionControl = {
  /** Signs the person in under a new session id; the one before is dead. Null stores a session without a person. */
  signIn(userId: string | null): Promise<{ publicId: string }>
  signOut(): Promise<void>
  /** What a sign-in with another provider left in the session; it is there once. */
  takePendingSignIn(): Promise<Record<string, string> | null>
}

export type Visit = { address: string; session: SessionControl }
