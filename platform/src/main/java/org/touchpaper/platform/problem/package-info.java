/**
 * Errors as {@code application/problem+json} (RFC 9457). Start reading at {@link
 * org.touchpaper.platform.problem.InvalidRequestException}: a controller throws it with field, rule
 * and message, and the client gets 400 or 422 with {@code errors: [{field, rule, message}]}. For
 * other statuses throw Spring's {@code ErrorResponseException} with a {@code ProblemDetail}. JSON
 * that is malformed, too deep or too large gets 400 before a controller sees it. {@code
 * ErrorPageOrProblemResolver} and {@code ContainerErrorValve} answer errors outside controllers; a
 * browser gets a page if the service has one.
 */
@NullMarked
package org.touchpaper.platform.problem;

import org.jspecify.annotations.NullMarked;
