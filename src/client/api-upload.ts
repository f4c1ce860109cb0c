import { ApiProblem, problemBody } from './api-problem.ts'

export type UploadOptions = {
  /** The multipart field's name. */
  field: 'upload' | 'uploads' | 'file'
  /** Between 0 and 1. */
  onProgress?(share: number): void
  signal?: AbortSignal
}

type UploadOutcome = { kind: 'done'; data: unknown } | { kind: 'refused' | 'no-response' | 'without-status'; problem: ApiProblem }

/** XMLHttpRequest, because fetch cannot tell how much has been sent. */
export function sendUpload(
  url: string,
  file: File | File[],
  headers: Record<string, string>,
  options: UploadOptions,
): Promise<UploadOutcome> {
  const form = new FormData()
  for (const one of [file].flat()) form.append(options.field, one)
  const { promise, resolve, reject } = Promise.withResolvers<UploadOutcome>()
  const request = new XMLHttpRequest()
  request.open('POST', url)
  request.withCredentials = true
  request.responseType = 'text'
  for (const [name, value] of Object.entries({ accept: 'application/json', ...headers })) request.setRequestHeader(name, value)
  request.upload.onprogress = (event) => event.lengthComputable && options.onProgress?.(event.loaded / event.total)
  request.onload = () => resolve(outcomeOf(request))
  request.onerror = () => resolve({ kind: 'no-response', problem: new ApiProblem(0) })
  request.ontimeout = request.onerror
  request.onabort = () => reject(new DOMException('The upload was stopped', 'AbortError'))
  options.signal?.addEventListener('abort', () => request.abort(), { once: true })
  if (options.signal?.aborted) request.abort()
  else request.send(form)
  return promise
}

function outcomeOf(request: XMLHttpRequest): UploadOutcome {
  const data = parsed(request.responseText)
  if (request.status >= 200 && request.status < 300) return { kind: 'done', data }
  if (!request.status) return { kind: 'without-status', problem: new ApiProblem(0) }
  const headers = new Headers()
  for (const name of ['retry-after', 'x-request-id']) {
    const value = request.getResponseHeader(name)
    if (value) headers.set(name, value)
  }
  return { kind: 'refused', problem: new ApiProblem(request.status, problemBody(data), headers) }
}

function parsed(text: string): unknown {
  try {
    return text ? JSON.parse(text) : undefined
  } catch {
    return undefined
  }
}
