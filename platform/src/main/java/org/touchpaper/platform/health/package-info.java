/**
 * {@code GET /health}, open to everybody: 200 when the service can do its work, 503 with what it
 * waits for, either within about a second. Start reading at {@link
 * org.touchpaper.platform.health.HealthPart}; each bean of that type adds a line, and the
 * database's is there already.
 */
@NullMarked
package org.touchpaper.platform.health;

import org.jspecify.annotations.NullMarked;
