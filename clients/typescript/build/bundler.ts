/**
 * The bundler of published packages. Container images and other installations without build tools omit its libraries.
 */
export { rolldown } from "rolldown";
export { isolatedDeclarationSync, minifySync } from "rolldown/experimental";
