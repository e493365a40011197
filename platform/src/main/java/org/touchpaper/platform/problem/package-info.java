/**
 * Errors as {@code application/problem+json} (RFC 9457). Start reading at {@link
 * org.touchpaper.platform.problem.InvalidRequest}: a controller throws it with the field, the rule
 * and a sentence, and the caller gets 400 or 422 with {@code errors: [{field, rule, message}]}. For
 * other statuses throw Spring's {@code ErrorResponseException} with a {@code ProblemDetail}. JSON
 * that is malformed, too deep or too large is answered 400 before a controller sees it. What goes
 * wrong before or behind the controllers is answered by {@code ErrorAnswers} and {@code
 * ContainerErrors}; a browser gets a page if the service has one.
 */
@NullMarked
package org.touchpaper.platform.problem;

import org.jspecify.annotations.NullMarked;
