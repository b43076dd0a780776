import type { PackedBatch } from '../../store/write/index.ts'

/** The memory of packed records, which a message can hand over instead of copying it. */
export function transferablesOf({ pieces, spans }: PackedBatch): readonly ArrayBufferLike[] {
  return [...pieces.map(({ buffer }) => buffer), spans.buffer]
}
