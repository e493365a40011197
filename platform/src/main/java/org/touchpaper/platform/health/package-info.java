/**
 * Health by Spring Boot Actuator. {@code GET /health}, without authentication, shows every {@code
 * HealthIndicator} bean: 200 if all are up, else 503; either within about a second. It is a health
 * group of {@code platform/defaults.yml}; the other endpoints are for operators.
 */
@NullMarked
package org.touchpaper.platform.health;

import org.jspecify.annotations.NullMarked;
