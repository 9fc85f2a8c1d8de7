module.exports = require('./plugin/withDeferredLink').withDeferredLink;
