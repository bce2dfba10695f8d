import type { AiCallClient } from '../shared/n8n/aiCall/client';
import type { Operation, Resource } from '../shared/n8n/run/operations';

export type AiCallOperation = Operation<AiCallClient>;
export type AiCallResource = Resource<AiCallClient>;
