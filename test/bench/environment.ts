/** Must be imported before n8n, because its engine otherwise reports on the console. */
process.env.N8N_LOG_LEVEL = 'silent';
