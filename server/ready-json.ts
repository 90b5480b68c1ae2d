/** JSON text that was written from values of the contract, field by field, so that it is sent as it is. */
export class ReadyJson {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}
