// k6 run samples/k6/controller.js, while samples/ControllerApi runs. BASE_URL: where it listens. ROUTE, BODY, VUS, RAMP, HOLD, DIR: see routes.js.
import { ask, options as shared, summary } from './routes.js';

const base = __ENV.BASE_URL || 'http://127.0.0.1:7150';

export const options = shared;

export default function () {
  ask(base);
}

export function handleSummary(data) {
  return summary('controller', data);
}
