/**
 * {@code GET /health}, without authentication: 200 if the service can work, else 503 with the
 * dependency it waits for; either within about a second. Start reading at {@link
 * org.touchpaper.platform.health.HealthCheck}; each bean of that type adds a line. The database's
 * check is built in.
 */
@NullMarked
package org.touchpaper.platform.health;

import org.jspecify.annotations.NullMarked;
