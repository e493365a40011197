/**
 * The library that every Touchpaper service shares. A service is a {@code @SpringBootApplication}
 * class and a {@code <module>.yml} that names its Flyway locations and its peers; this library adds
 * the rest by auto-configuration. Start reading at {@link
 * org.touchpaper.platform.TouchpaperProperties} (the properties of every service), then by subject:
 *
 * <ul>
 *   <li>{@code startup}: starts a service from one file, and reports missing and wrong settings
 *   <li>{@code time}: the {@link java.time.Clock} bean, {@code SettableClock} and {@code
 *       TimeOrderedIds} (UUIDv7)
 *   <li>{@code postgres}: the {@code EmbeddedCluster} of a service without {@code
 *       spring.datasource.url}
 *   <li>{@code process}: child processes and how to find them again
 *   <li>{@code schedule}: the db-scheduler bean that runs due tasks
 *   <li>{@code security}: peers, bearer secrets, people and roles
 *   <li>{@code problem}: {@code application/problem+json} with {@code errors: [{field, rule,
 *       message}]}
 *   <li>{@code health}: {@code GET /health}
 *   <li>{@code log}: the service's name in each log line
 *   <li>{@code soap}: Axis2 behind {@code SoapServiceDefinition} and {@code SoapClient}
 * </ul>
 *
 * The defaults of all services are in {@code platform/defaults.yml}; a service's own configuration
 * takes precedence.
 */
@NullMarked
package org.touchpaper.platform;

import org.jspecify.annotations.NullMarked;
