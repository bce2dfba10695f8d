import type { OpenPlatformDoor } from '../shared/n8n/openPlatform';
import type { Operation, Resource } from '../shared/n8n/operations';

export type IflytekOperation = Operation<OpenPlatformDoor>;
export type IflytekResource = Resource<OpenPlatformDoor>;
