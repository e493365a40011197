/**
 * The resource manager of the network, in the BAR's process: {@link
 * org.touchpaper.bar.networkrm.EmbeddedResourceManager} runs {@link org.touchpaper.harc.rm} in a
 * Spring context of its own, with its own peer name, secrets, certificate and database schema.
 * Votes and decisions travel over its own streams to the acceptors. Its requests to the BAR are
 * calls of {@link org.touchpaper.bar.networkrm.InProcessBarClient}, not SOAP messages.
 */
@NullMarked
package org.touchpaper.bar.networkrm;

import org.jspecify.annotations.NullMarked;
