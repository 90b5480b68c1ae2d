export type Variable<T> = {
  /** What the variable takes, in the words of the README's table and of the error. */
  takes: string
  purpose: string
  /** Shown in the docs as the value when it is not set. */
  fallback: string
  /** Returns undefined when the text is not what the variable takes. */
  read: (text: string) => T | undefined
}

export function variable<T>(value: Variable<T>): Variable<T> {
  return value
}

/** The environment said something the product cannot use. The message is one line for the operator. */
export class ConfigError extends Error {}
