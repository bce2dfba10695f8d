/** Must be imported before n8n, because n8n's engine would otherwise write its log to the console. */
process.env.N8N_LOG_LEVEL = 'silent';
