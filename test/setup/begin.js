const { makeRunFolder } = require('./runFolder');

/** Jest's global set-up. */
module.exports = async () => makeRunFolder();
