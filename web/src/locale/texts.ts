/** The shape of a catalogue: the same keys, any texts. */
export type Texts<Tree> = {
  readonly [Key in keyof Tree]: Tree[Key] extends string ? string : Texts<Tree[Key]>
}
