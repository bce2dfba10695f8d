/** The platform's pushes after a call (document 2, part 6). */
export { describePush } from './readPush';
export { awaitsOutbound, passes, type PushFilter } from './readPush';
export { readPushFields, readPush, type Push, type PushReading } from './readPush';
export { compareRegistration, type Registration } from './registration';
export {
	ALL_KINDS,
	modulesOf,
	MODULES_OF_PUSHES,
	NAMES_OF_PUSHES,
	PUSH_KINDS,
	type PushKind,
} from './kinds';
