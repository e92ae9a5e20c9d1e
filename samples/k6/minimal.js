// k6 run samples/k6/minimal.js, while samples/MinimalApi runs. BASE_URL: where it listens. ROUTE, BODY, VUS, RAMP, HOLD, DIR: see routes.js.
import { ask, options as shared, summary } from './routes.js';

const base = __ENV.BASE_URL || 'http://127.0.0.1:7060';

export const options = shared;

export default function () {
  ask(base);
}

export function handleSummary(data) {
  return summary('minimal', data);
}
