/** The platform's pushes after a call (document 2, part 6). */
export { PUSH_MODULES } from '../aiCallLabels';
export { describePush } from './describe';
export { passes, type PushFilter } from './filter';
export { pushOf, readPush, type Push, type PushKind, type PushReading } from './readPush';
export { compareRegistration, type Registration } from './registration';
