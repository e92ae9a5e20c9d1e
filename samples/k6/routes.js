// What minimal.js and controller.js have in common: both samples have the same routes, and must give the same answers.
// Run with k6 1.3.0, built from its public source, against both samples, all routes and one; a wrong ROUTE is refused, and without a
// server the thresholds fail.
import http from 'k6/http';
import { check } from 'k6';
import { Rate } from 'k6/metrics';

// One entry for each request, good or bad: a rate that only hears of failures is always 100 %.
const errors = new Rate('errors');

const expectOk = http.expectedStatuses(200);
const expectRefusal = http.expectedStatuses(400);
const json = { 'Content-Type': 'application/json' };
const validBody = JSON.stringify({ id: 1, description: 'a description' });
const invalidBody = JSON.stringify({ id: 1 });

const requests = {
  'text-plain': (base) => {
    const answer = http.get(`${base}/text-plain`, { responseCallback: expectOk, tags: { name: 'text-plain' } });
    return check(answer, {
      'text-plain: 200': (r) => r.status === 200,
      'text-plain: the text': (r) => r.body === 'response',
    });
  },
  jsons: (base) => {
    const answer = http.get(`${base}/jsons`, { responseCallback: expectOk, tags: { name: 'jsons' } });
    return check(answer, {
      'jsons: 200': (r) => r.status === 200,
      'jsons: three people': (r) => {
        const people = parsed(r);
        return Array.isArray(people) && people.length === 3 && people.every((p) => p.name && p.surname && p.birthDate);
      },
    });
  },
  validations: (base) => {
    const good = http.post(`${base}/validations`, validBody, { headers: json, responseCallback: expectOk, tags: { name: 'validations, valid' } });
    const bad = http.post(`${base}/validations`, invalidBody, { headers: json, responseCallback: expectRefusal, tags: { name: 'validations, invalid' } });
    const isGood = check(good, {
      'validations: a valid request, 200': (r) => r.status === 200,
      'validations: comes back': (r) => (parsed(r) || {}).description === 'a description',
    });
    const isRefused = check(bad, {
      'validations: an invalid one, 400': (r) => r.status === 400,
      'validations: says which field': (r) => Object.keys((parsed(r) || {}).errors || {}).some((field) => field.toLowerCase() === 'description'),
    });
    return isGood && isRefused;
  },
};

// An answer that is no JSON is a failed check, not an exception that ends the iteration uncounted.
function parsed(response) {
  try {
    return response.json();
  } catch (e) {
    return null;
  }
}

// ROUTE: one of the names above; without it each iteration asks all of them. VUS, RAMP, HOLD: how many virtual users, for how long.
const chosen = __ENV.ROUTE ? [__ENV.ROUTE] : Object.keys(requests);
for (const route of chosen) {
  if (!requests[route]) {
    throw new Error(`ROUTE is one of ${Object.keys(requests).join(', ')}, not '${route}'.`);
  }
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
  for (const route of chosen) {
    errors.add(!requests[route](base));
  }
}

// Without a library from elsewhere: what failed, and the figures, on the console and as a file.
export function summary(name, data) {
  const metrics = data.metrics;
  const lines = [`${name}, ${chosen.join(' and ')}`];
  for (const metric of Object.keys(metrics).sort()) {
    for (const threshold of Object.keys(metrics[metric].thresholds || {})) {
      lines.push(`  ${metrics[metric].thresholds[threshold].ok ? 'ok    ' : 'FAILED'} ${metric}: ${threshold}`);
    }
  }
  const value = (metric, stat) => (metrics[metric] ? metrics[metric].values[stat] : 0);
  lines.push(`  requests a second  ${value('http_reqs', 'rate').toFixed(1)}`);
  lines.push(`  response time, ms  median ${value('http_req_duration', 'med').toFixed(2)}, p95 ${value('http_req_duration', 'p(95)').toFixed(2)}, p99 ${value('http_req_duration', 'p(99)').toFixed(2)}`);
  lines.push(`  errors             ${(100 * value('errors', 'rate')).toFixed(2)} %`);
  return { stdout: `${lines.join('\n')}\n`, [`${name}.json`]: JSON.stringify(data, null, 2) };
}
