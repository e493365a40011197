/**
 * Additions to the JDK's HTTP client: an exchange with a total timeout ({@link
 * org.touchpaper.http.TimedHttpExchange}), a safe path segment ({@link
 * org.touchpaper.http.PathSegment}), and a pause before a silent service is asked again ({@link
 * org.touchpaper.http.PeerCircuitBreaker}). Depends on the JDK and JSpecify only, so that client
 * libraries for middleware stay small.
 */
@NullMarked
package org.touchpaper.http;

import org.jspecify.annotations.NullMarked;
