/**
 * The HARC client. To begin a transaction or query its outcome, start at {@link
 * org.touchpaper.harc.client.HarcClient}. Acceptors themselves use {@link
 * org.touchpaper.harc.client.AcceptorClient} and {@link
 * org.touchpaper.harc.client.ResourceManagerClient}. Messages are XML over HTTP ({@link
 * org.touchpaper.harc.client.xml.HarcMessageXml}); a begin prefers a stream. Depends on
 * harc-protocol, harc-transport, http and the schema's bindings, not on Spring.
 */
@NullMarked
package org.touchpaper.harc.client;

import org.jspecify.annotations.NullMarked;
