import type { AiCallClient } from '../../shared/aiCall/transport/aiCallClient';
import type { Operation } from '../../shared/n8n/run/operations';

/** An operation of this node. */
export type AiCallOperation = Operation<AiCallClient>;
