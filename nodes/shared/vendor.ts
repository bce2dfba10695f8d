/**
 * The only module that imports third-party code for the published package. The build replaces this
 * module by a file that contains the code, because n8n allows no runtime dependency. `luxon` is not
 * here but imported directly: n8n provides it, and n8n's expressions return dates of that module.
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
