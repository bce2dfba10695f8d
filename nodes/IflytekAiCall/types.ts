import type { AiCallDoor } from '../shared/n8n/aiCall';
import type { Operation, Resource } from '../shared/n8n/operations';

export type AiCallOperation = Operation<AiCallDoor>;
export type AiCallResource = Resource<AiCallDoor>;
