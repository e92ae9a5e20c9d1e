// What minimal.js and controller.js have in common: both samples have the same routes, and must give the same answers.
// ROUTE: text-plain (default), jsons or validations. BODY: valid (default) or invalid, for validations.
// VUS, RAMP, HOLD: how many virtual users, how long until all are there, and how long they stay. DIR: where the summary is written.
// Run with k6 0.43.1, built from its public source, against both samples with each route and body; an unknown ROUTE is refused, and without
// a server the thresholds fail.
import http from 'k6/http';
import { check } from 'k6';
import { Rate } from 'k6/metrics';

const route = __ENV.ROUTE || 'text-plain';
const body = __ENV.BODY || 'valid';

// One entry for each request, good or bad: a rate that only hears of failures is always 100 %.
const errors = new Rate('errors');

const expectOk = http.expectedStatuses(200);
const expectRefusal = http.expectedStatuses(400);
const json = { 'Content-Type': 'application/json' };
const validBody = JSON.stringify({ id: 1, description: 'a description' });
const invalidBody = JSON.stringify({ id: 1 });

const requests = {
  'text-plain': (base) =>
    check(http.get(`${base}/text-plain`, { responseCallback: expectOk }), {
      'text-plain: 200': (r) => r.status === 200,
      'text-plain: the text': (r) => r.body === 'response',
    }),
  jsons: (base) =>
    check(http.get(`${base}/jsons`, { responseCallback: expectOk }), {
      'jsons: 200': (r) => r.status === 200,
      'jsons: three people': (r) => {
        const people = parsed(r);
        return Array.isArray(people) && people.length === 3 && people.every((p) => p.name && p.surname && p.birthDate);
      },
    }),
  validations: (base) =>
    body === 'valid'
      ? check(http.post(`${base}/validations`, validBody, { headers: json, responseCallback: expectOk }), {
          'validations: a valid body, 200': (r) => r.status === 200,
          'validations: comes back': (r) => (parsed(r) || {}).description === 'a description',
        })
      : check(http.post(`${base}/validations`, invalidBody, { headers: json, responseCallback: expectRefusal }), {
          'validations: an invalid body, 400': (r) => r.status === 400,
          'validations: says which field': (r) =>
            Object.keys((parsed(r) || {}).errors || {}).some((field) => field.toLowerCase() === 'description'),
        }),
};

// An answer that is no JSON is a failed check, not an exception that ends the iteration uncounted.
function parsed(response) {
  try {
    return response.json();
  } catch (e) {
    return null;
  }
}

if (!requests[route]) {
  throw new Error(`ROUTE is one of ${Object.keys(requests).join(', ')}, not '${route}'.`);
}
if (body !== 'valid' && body !== 'invalid') {
  throw new Error(`BODY is valid or invalid, not '${body}'.`);
}
if (body === 'invalid' && route !== 'validations') {
  throw new Error('BODY=invalid needs ROUTE=validations.');
}

export const options = {
  scenarios: {
    ramp: {
      executor: 'ramping-vus',
      startVUs: 0,
      stages: [
        { duration: __ENV.RAMP || '10s', target: Number(__ENV.VUS || 50) },
        { duration: __ENV.HOLD || '1m', target: Number(__ENV.VUS || 50) },
        { duration: '15s', target: 0 },
      ],
      gracefulRampDown: '5s',
    },
  },
  summaryTrendStats: ['avg', 'min', 'med', 'p(90)', 'p(95)', 'p(99)', 'max'],
  thresholds: {
    http_req_duration: ['p(95)<500'],
    http_req_failed: ['rate<0.01'],
    checks: ['rate>0.99'],
    errors: ['rate<0.01', { threshold: 'rate<0.05', abortOnFail: true, delayAbortEval: '5s' }],
  },
};

export function ask(base) {
  errors.add(!requests[route](base));
}

// Without a library from elsewhere: what failed, and the figures, on the console and as a file of the application and the route.
export function summary(application, data) {
  const name = `${application}-${route}${body === 'invalid' ? '-invalid' : ''}`;
  const metrics = data.metrics;
  const lines = [name];
  for (const metric of Object.keys(metrics).sort()) {
    for (const threshold of Object.keys(metrics[metric].thresholds || {})) {
      lines.push(`  ${metrics[metric].thresholds[threshold].ok ? 'ok    ' : 'FAILED'} ${metric}: ${threshold}`);
    }
  }
  const value = (metric, stat) => (metrics[metric] ? metrics[metric].values[stat] : 0);
  lines.push(`  requests a second  ${value('http_reqs', 'rate').toFixed(1)}`);
  lines.push(`  response time, ms  median ${value('http_req_duration', 'med').toFixed(2)}, p95 ${value('http_req_duration', 'p(95)').toFixed(2)}, p99 ${value('http_req_duration', 'p(99)').toFixed(2)}`);
  lines.push(`  errors             ${(100 * value('errors', 'rate')).toFixed(2)} %`);
  return { stdout: `${lines.join('\n')}\n`, [`${__ENV.DIR || '.'}/${name}.json`]: JSON.stringify(data, null, 2) };
}
