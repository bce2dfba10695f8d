/**
 * The only module that imports third-party code for the published package. The build replaces it by
 * one self-contained file, because n8n allows no runtime dependency. luxon is imported directly:
 * n8n provides it, and its expressions return dates of that same module.
 */
export { eastAsianWidth } from 'get-east-asian-width';
export { imageSize } from 'image-size';
export { default as pLimit } from 'p-limit';
export {
	isLosslessNumber,
	parse as parseLossless,
	splitNumber,
	stringify as stringifyLossless,
} from 'lossless-json';
export { default as ipaddr } from 'ipaddr.js';
