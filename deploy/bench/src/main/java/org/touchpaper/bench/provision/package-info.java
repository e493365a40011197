/**
 * Time to activate many circuits that are due at once: the NSAP's production code on PostgreSQL,
 * with emulated elements over real sockets. Start at {@link
 * org.touchpaper.bench.provision.ProvisionBench}.
 */
@NullMarked
package org.touchpaper.bench.provision;

import org.jspecify.annotations.NullMarked;
