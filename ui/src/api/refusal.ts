import { ApiError, NOT_SIGNED_IN, UNREACHABLE } from './client';

/** The error that an answer over HTTP stands for. */
export function refusal(status: number, body: unknown): ApiError {
  if (status === 401) return new ApiError(NOT_SIGNED_IN, 'Open the address that the program printed.', status);
  if (body !== null && typeof body === 'object' && 'code' in body && 'message' in body) {
    return new ApiError(String(body.code), String(body.message), status);
  }
  // A proxy in between answers these in its own words when the program is gone.
  const code = [502, 503, 504].includes(status) ? UNREACHABLE : 'internal';
  return new ApiError(code, `The program answered with status ${status}.`, status);
}
