/**
 * What every Touchpaper service shares. With this library on the class path a service is a
 * {@code @SpringBootApplication} class and a {@code <module>.yml} that names its Flyway locations
 * and its peers; the rest comes as auto-configuration. Start reading at {@link
 * org.touchpaper.platform.TouchpaperProperties} (the properties of every service), then by subject:
 *
 * <ul>
 *   <li>{@code time}: the one {@link java.time.Clock} bean, {@code SettableClock} and {@code
 *       TimeOrderedIds} (UUIDv7)
 *   <li>{@code postgres}: without {@code spring.datasource.url} a service starts its own {@code
 *       EmbeddedCluster} under {@code touchpaper.data}
 *   <li>{@code process}: processes beside our own, and how they are found again
 *   <li>{@code schedule}: the db-scheduler bean that runs what is due
 *   <li>{@code peers}: who the other services are, bearer secrets, people and roles
 *   <li>{@code problem}: {@code application/problem+json} with {@code errors: [{field, rule,
 *       message}]}
 *   <li>{@code health}: {@code GET /health}
 *   <li>{@code log}: the service's name in each line of the log
 *   <li>{@code soap}: Axis2 behind two types, {@code SoapService} and {@code SoapClient}
 * </ul>
 *
 * Defaults that all services agree on lie in {@code platform/defaults.yml}; whatever a service
 * configures itself wins.
 */
@NullMarked
package org.touchpaper.platform;

import org.jspecify.annotations.NullMarked;
