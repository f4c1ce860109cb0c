/**
 * Adds the routes of the console to the route tree. In development the tree has them already. In the build for browsers the
 * tree is without them, because members never need them, and this file is replaced by one that has them (scripts/lean-client-plugin.ts).
 */
export function addConsoleRoutes(): void {}
