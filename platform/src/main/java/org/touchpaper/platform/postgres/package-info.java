/**
 * PostgreSQL with nothing to set up. Start reading at {@link
 * org.touchpaper.platform.postgres.EmbeddedCluster}: {@code start(directory, port)} gives a
 * durable, password-protected cluster on 127.0.0.1, one database per service by {@code
 * createDatabase}. A service without {@code spring.datasource.url} starts its own under {@code
 * touchpaper.data}; tests take {@code TestDatabases.fresh()} from this module's test-jar.
 */
@NullMarked
package org.touchpaper.platform.postgres;

import org.jspecify.annotations.NullMarked;
