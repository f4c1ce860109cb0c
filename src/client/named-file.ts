/** The body of an answer, named as its Content-Disposition says (RFC 6266); without a name there, it has none. */
export async function namedFile(response: Response): Promise<File> {
  const said = response.headers.get('content-disposition') ?? ''
  const exact = /filename\*=UTF-8''([^;]+)/i.exec(said)?.[1]
  const plain = /filename="([^"]*)"/i.exec(said)?.[1]
  const bytes = await response.blob()
  return new File([bytes], exact === undefined ? (plain ?? '') : decodeURIComponent(exact), { type: bytes.type })
}
