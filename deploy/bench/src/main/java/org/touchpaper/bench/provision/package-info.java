/**
 * How fast many circuits come up that are due at once: the NSAP's own code on PostgreSQL, with
 * emulated elements at the other end of real sockets. Start at {@link
 * org.touchpaper.bench.provision.ProvisionBench}.
 */
@NullMarked
package org.touchpaper.bench.provision;

import org.jspecify.annotations.NullMarked;
