module.exports = { getModel: () => 'iPhone 17', getSystemVersion: () => '26.0' };
