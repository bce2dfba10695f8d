/** Imported before n8n: its engine reports on the console otherwise. */
process.env.N8N_LOG_LEVEL = 'silent';
