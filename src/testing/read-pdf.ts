import { getDocumentProxy } from 'unpdf'

type Node = { role?: string; lang?: string; alt?: string; children?: Node[] }
type Tagged = { role: string; lang: string | undefined }

export type ReadPdf = {
  pages: string[]
  text: string
  title: string
  lang: string
  isMarked: boolean
  /** Tags of the first page, in the order of reading. */
  tags: Tagged[]
}

/** What another program reads in a PDF: text as it is selected and copied, and its tags. */
export async function readPdf(bytes: Uint8Array): Promise<ReadPdf> {
  const pdf = await getDocumentProxy(new Uint8Array(bytes))
  const pages: string[] = []
  for (let number = 1; number <= pdf.numPages; number++) {
    const { items } = await (await pdf.getPage(number)).getTextContent()
    pages.push(items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join(''))
  }
  const { info, metadata } = (await pdf.getMetadata()) as unknown as {
    info: { Title: string; Language: string }
    metadata: { get(name: string): string | null } | null
  }
  const tree = (await (await pdf.getPage(1)).getStructTree()) as Node | null
  const marked = await pdf.getMarkInfo()
  await pdf.destroy()
  return {
    pages,
    text: pages.join('\n'),
    title: metadata?.get('dc:title') ?? info.Title,
    lang: info.Language,
    isMarked: marked?.Marked === true,
    tags: tree ? tagsIn(tree) : [],
  }
}

const tagsIn = ({ role, lang, children = [] }: Node): Tagged[] => [...(role ? [{ role, lang }] : []), ...children.flatMap(tagsIn)]
