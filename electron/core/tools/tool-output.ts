/** An image as a tool hands it out, before anybody has looked at it. */
export interface RawImage {
  /** What the tool says it is; what counts is what is in it. */
  readonly mimeType: string
  readonly base64: string
}

/** What a tool returns when there are images beside the text of its result. */
export class ToolOutput {
  readonly text: string
  readonly images: readonly RawImage[]
  constructor(text: string, images: readonly RawImage[]) {
    this.text = text
    this.images = images
  }
}
