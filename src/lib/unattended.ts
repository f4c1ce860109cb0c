/** Header of requests that a page makes by itself while nobody uses it. They do not count as use of a session, which ends when idle. */
export const unattendedHeader = 'x-unattended'
