const { forget } = require('./requests');

module.exports = async () => forget();
