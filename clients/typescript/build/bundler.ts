/**
 * The bundler of published packages. Images and other installations without tools leave out this package's libraries.
 */
export { rolldown } from "rolldown";
export { isolatedDeclarationSync, minifySync } from "rolldown/experimental";
