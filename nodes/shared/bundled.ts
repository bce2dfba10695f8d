/**
 * The only module that imports third-party code for the published package. The build replaces this
 * module by a file that contains the code, because n8n allows no runtime dependency. `luxon` is not
 * in this module, because n8n provides it. The nodes import it directly, so that their dates are of
 * the same module as those of n8n's expressions.
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
export { Parser as HtmlParser } from 'htmlparser2';
export { default as MarkdownIt } from 'markdown-it';
export { default as markdownOfEastAsia } from 'markdown-it-cjk-friendly';
