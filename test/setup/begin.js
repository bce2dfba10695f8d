const { forget } = require('./requests');

/** Jest's global set-up. */
module.exports = async () => forget();
