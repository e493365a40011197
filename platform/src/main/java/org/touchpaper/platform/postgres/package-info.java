/**
 * PostgreSQL without installation. Start reading at {@link
 * org.touchpaper.platform.postgres.EmbeddedCluster}: {@code start(directory, port)} starts a
 * durable, password-protected cluster on 127.0.0.1; {@code createDatabase} adds a database per
 * service. A service without {@code spring.datasource.url} starts its own under {@code
 * touchpaper.data}; tests use {@code TestDatabases.fresh()} from this module's test-jar.
 */
@NullMarked
package org.touchpaper.platform.postgres;

import org.jspecify.annotations.NullMarked;
