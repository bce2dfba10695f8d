import type { OpenPlatformClient } from './client';
import type { Operation, Resource } from '../shared/n8n/run/operations';

export type IflytekOperation = Operation<OpenPlatformClient>;
export type IflytekResource = Resource<OpenPlatformClient>;
