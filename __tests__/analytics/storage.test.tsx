import { createDevice } from '../support/createDevice';
import { INDEX, launchApp, numbers, queueKeys, relaunch, storedEvent } from '../support/eventTools';
import { linkServer } from '../support/linkServer';

test('events are on disk before they are sent, and gone from it after a 2xx', async () => {
  const device = createDevice();
  const onDisk: (string | undefined)[] = [];
  linkServer({
    events: () => {
      onDisk.push(device.phone.disk.get(`${INDEX}:0`));
      return 202;
    },
  });
  const { logEvent } = await launchApp(device);
  logEvent('login');
  await device.wait(250);
  expect(onDisk).toEqual([]);
  await device.wait(50);
  expect(onDisk).toEqual([expect.stringMatching(/^\{"id":"\w+-1","name":"login",.*\}$/)]);
  expect(queueKeys(device.phone.disk)).toEqual([INDEX]);
});

test('events that are logged while a batch is being stored are not sent before they are stored', async () => {
  let finish = () => {};
  const written: string[] = [];
  const device = createDevice();
  const service = linkServer();
  const storage = {
    getItem: (key: string) => device.phone.disk.get(key) ?? null,
    setItem: (key: string, value: string) =>
      new Promise<void>((resolve) => {
        finish = () => {
          written.push(value);
          device.phone.disk.set(key, value);
          resolve();
        };
        if (!key.startsWith(`${INDEX}:`)) finish();
      }),
  };
  const { logMany } = await launchApp(device, { config: { storage } });
  logMany(0, 20);
  await device.wait(0);
  logMany(20, 21);
  finish();
  await device.wait(0);
  expect(numbers(service)).toHaveLength(20);
  finish();
  await device.wait(10_000);
  expect(numbers(service)).toHaveLength(21);
  expect(written.some((value) => value.includes('"data":20}'))).toBe(true);
});

describe('the disk', () => {
  test('keeps the device id across launches', async () => {
    const service = linkServer();
    const { device, logMany } = await launchApp();
    logMany(0, 20);
    await device.wait(100);
    const next = await relaunch(device);
    next.logMany(0, 20);
    await next.device.wait(100);
    const ids = service.to('events').map(({ body }) => body.deviceId);
    expect(ids).toHaveLength(2);
    expect(ids[1]).toBe(ids[0]);
  });

  test('is left alone where nothing is logged', async () => {
    linkServer();
    const { device } = await launchApp();
    await device.background();
    await device.wait(20_000);
    expect(queueKeys(device.phone.disk)).toEqual([]);
  });

  test('that is cleared by the app gets what still waits again', async () => {
    linkServer({ events: 503 });
    const { device, logMany } = await launchApp();
    logMany(0, 900);
    await device.wait(100);
    device.phone.disk.clear();
    logMany(900, 901);
    await device.wait(100);
    const service = linkServer();
    const next = await relaunch(device);
    await next.device.wait(100);
    expect(numbers(service)).toEqual(Array.from({ length: 901 }, (_, n) => n));
  });

  /** Leaves 900 events in three segments, with the first 50 delivered. */
  async function leaveSegments() {
    let answers = 0;
    linkServer({ events: () => (++answers === 1 ? 200 : 503) });
    const { device, logMany } = await launchApp();
    logMany(0, 900);
    await device.wait(100);
    expect(queueKeys(device.phone.disk)).toEqual([INDEX, `${INDEX}:0`, `${INDEX}:1`, `${INDEX}:2`]);
    return device;
  }

  test('that holds a segment of which a part was delivered has the rest delivered, also two launches later', async () => {
    const device = await leaveSegments();
    // This launch stores one more event, and delivers none.
    linkServer({ events: 503 });
    const second = await relaunch(device);
    second.logMany(900, 901);
    await second.device.background();
    const disk = new Map(second.device.phone.disk);
    await second.app.unmount();
    jest.clearAllTimers();
    const service = linkServer();
    const third = await relaunch(device, disk);
    await third.device.wait(100);
    expect(numbers(service)).toEqual(Array.from({ length: 851 }, (_, n) => 50 + n));
  });

  test.each([
    ['cut short', (text: string) => text.slice(0, 20)],
    ['of another version', (text: string) => `3${text.slice(1)}`],
    ['garbage', () => '\u0000{'],
    ['JSON', () => '{"v":1}'],
    ['behind something else', () => '12 50 51 '],
  ])('with an index that is %s loses no event', async (_, damage) => {
    const device = await leaveSegments();
    device.phone.disk.set(INDEX, damage(device.phone.disk.get(INDEX) ?? ''));
    const service = linkServer();
    const next = await relaunch(device);
    await next.device.wait(100);
    next.logMany(900, 920);
    await next.device.wait(100);
    expect(numbers(service).slice(-870)).toEqual(Array.from({ length: 870 }, (_, n) => 50 + n));
    expect(queueKeys(next.device.phone.disk)).toEqual([INDEX]);
  });

  test('with an index that names more than there is reads no further than its slots', async () => {
    const device = await leaveSegments();
    device.phone.disk.set(INDEX, '1 device 0 999999999999 ');
    const service = linkServer();
    const next = await relaunch(device);
    await next.device.wait(100);
    expect(numbers(service)).toHaveLength(900);
  });

  test('that wraps around its keys gives the events in order when the index is lost', async () => {
    const device = await leaveSegments();
    const { disk } = device.phone;
    const at = (slot: number) => disk.get(`${INDEX}:${slot}`) ?? '';
    const moved = new Map([
      [INDEX, 'lost'],
      [`${INDEX}:63`, at(0)],
      [`${INDEX}:0`, at(1)],
      [`${INDEX}:1`, at(2)],
    ]);
    const service = linkServer();
    const next = await relaunch(device, moved);
    await next.device.wait(100);
    expect(numbers(service)).toEqual(Array.from({ length: 900 }, (_, n) => n));
    expect(queueKeys(next.device.phone.disk)).toEqual([INDEX]);
  });

  test.each([
    ['cut short in an event', (text: string) => text.slice(0, text.length / 2 - 10)],
    ['garbage', () => 'garbage'],
    ['empty', () => ''],
    ['JSON of another kind', () => 'null\n1\n[]\n{"id":1,"name":"x"}\n{"id":"x"}\n{"id":"","name":"x"}'],
    ['gone', () => null],
  ])('with a segment that is %s loses only what is in it', async (_, damage) => {
    const device = await leaveSegments();
    const { disk } = device.phone;
    const damaged = damage(disk.get(`${INDEX}:1`) ?? '');
    if (damaged === null) disk.delete(`${INDEX}:1`);
    else disk.set(`${INDEX}:1`, damaged);
    const service = linkServer();
    const next = await relaunch(device);
    await next.device.wait(100);
    const got = numbers(service) as number[];
    expect(got).toEqual([...got].sort((a, b) => a - b));
    expect(got[0]).toBe(50);
    expect(got.at(-1)).toBe(899);
    expect(got.length).toBeGreaterThan(500);
    expect(got.length).toBeLessThan(850);
    await next.device.wait(20_000);
    expect(queueKeys(next.device.phone.disk).filter((key) => key !== `${INDEX}:1`)).toEqual([INDEX]);
  });
});

test('the index is written once for events of one segment, and names the version and the segments', async () => {
  const device = createDevice();
  linkServer();
  const { disk } = device.phone;
  const writes: string[] = [];
  const storage = {
    getItem: (key: string) => disk.get(key) ?? null,
    setItem(key: string, value: string) {
      writes.push(key);
      disk.set(key, value);
    },
  };
  const { logMany } = await launchApp(device, { config: { storage } });
  for (let n = 0; n < 3; n++) {
    logMany(n, n + 1);
    await device.wait(0);
  }
  expect(writes.filter((key) => key.startsWith(INDEX))).toEqual([INDEX, `${INDEX}:0`, `${INDEX}:0`, `${INDEX}:0`]);
  expect(disk.get(INDEX)).toBe('2 0 1 ');
});

test('segments with large numbers are read in their order, from the event after the last that left', async () => {
  const service = linkServer();
  const device = createDevice({
    disk: new Map([
      [INDEX, '1 device-of-old-12345678 62 66 old-1'],
      [`${INDEX}:62`, [storedEvent(0), storedEvent(1), storedEvent(2)].join('\n')],
      [`${INDEX}:63`, storedEvent(3)],
      [`${INDEX}:0`, storedEvent(4)],
      [`${INDEX}:1`, storedEvent(5)],
      [`${INDEX}:2`, storedEvent(6)],
    ]),
  });
  await launchApp(device);
  await device.wait(0);
  expect(numbers(service)).toEqual([2, 3, 4, 5]);
  expect(service.to('events')[0]?.body).toMatchObject({ deviceId: 'device-of-old-12345678' });
});

test.each(['2 x 0 1 ', '1', 'a 1 x 0 1 ', ''])('an index that reads %j makes a new device id', async (index) => {
  const service = linkServer();
  const device = createDevice({
    disk: new Map([
      [INDEX, index],
      [`${INDEX}:0`, storedEvent(7)],
    ]),
  });
  const { logMany } = await launchApp(device);
  logMany(8, 9);
  await device.wait(10_100);
  expect(numbers(service)).toEqual(index ? [7, 8] : [8]);
  expect(service.to('events')[0]?.body).toMatchObject({ deviceId: expect.stringMatching(/^\w{20,}$/) });
});
