import { useViewer } from './viewer.ts'

/**
 * Whether the viewer may make a call: not one that is for other roles of the club for which they act. A process of the version before
 * answers without the list.
 */
export const useMay = (call: string): boolean => useViewer()?.barredCalls?.includes(call) !== true
