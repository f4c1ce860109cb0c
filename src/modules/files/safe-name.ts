import { fileTypes, spellings, typeOf, type FileType } from './rules.ts'

const maxNameCharacters = 100
// File systems take 255 bytes; browsers add " (1)" to a name that they already have.
const maxNameBytes = 240
const utf8 = new TextEncoder()
const characters = new Intl.Segmenter('zh-Hant', { granularity: 'grapheme' })
const knownEnding = new RegExp(`\\.(?:${fileTypes.flatMap(spellings).join('|')})$`, 'i')
// Invisible characters can turn the reading direction round, so that "cod.exe" is read "exe.doc". Emoji need the joiner.
const invisible = /(?!\u{200d})[\p{Cc}\p{Cf}]/gu
const windowsDevice = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i

/** A name that is safe to show, to send in a header and to save anywhere, with the ending of the type that was found. */
export function safeFileName(name: string, type: FileType): string {
  const ending = `.${typeOf(type)!.extension}`
  const base = name.toWellFormed().split(/[/\\]/).at(-1)!.slice(0, 1000)
  const visible = base
    .replaceAll(invisible, '')
    .replaceAll(/\s+/g, ' ')
    .normalize('NFC')
    .replaceAll(/[<>:"|?*]/g, '_')
  const stem = withoutKnownEnding(visible.replace(/^[. ]+/, '').replace(/\.[a-z][a-z0-9]{0,4}$/i, ''))
  const short = withoutKnownEnding(cut(stem, maxNameCharacters - ending.length, maxNameBytes - ending.length))
  return `${windowsDevice.test(short) ? '_' : ''}${short === '' ? 'file' : short}${ending}`
}

function withoutKnownEnding(name: string): string {
  const trimmed = name.replace(/[. ]+$/, '')
  return knownEnding.test(trimmed) ? withoutKnownEnding(trimmed.replace(knownEnding, '')) : trimmed
}

function cut(text: string, maxCharacters: number, maxBytes: number): string {
  let end = 0
  let bytes = 0
  let count = 0
  for (const { segment, index } of characters.segment(text)) {
    bytes += utf8.encode(segment).length
    count += 1
    if (bytes > maxBytes || count > maxCharacters) break
    end = index + segment.length
  }
  return text.slice(0, end)
}
