const items = {};

module.exports = {
  getAllKeys: () => Promise.resolve(Object.keys(items)),
  getItem: (key) => Promise.resolve(items[key] ?? null),
  setItem: (key, value) => {
    items[key] = value;
    return Promise.resolve();
  },
  removeItem: (key) => {
    delete items[key];
    return Promise.resolve();
  },
};
