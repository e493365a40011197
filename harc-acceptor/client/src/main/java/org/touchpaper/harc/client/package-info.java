/**
 * Speaks HARC: who begins a transaction or asks about one starts at {@link
 * org.touchpaper.harc.client.HarcClient}; the wire is {@link org.touchpaper.harc.client.HarcXml}
 * (messages), {@link org.touchpaper.harc.client.ActionXml} (what a client writes for a resource
 * manager) and {@link org.touchpaper.harc.client.NoteXml} (what a resource manager writes back in
 * its vote). Acceptors pass on the latter two without reading them.
 *
 * <p>XML comes in through one door, {@link org.touchpaper.harc.client.XmlReader}: no document type,
 * bounded depth and size, checked against the schema. Depends on harc-commit, http and the schema's
 * bindings, not on Spring.
 */
@NullMarked
package org.touchpaper.harc.client;

import org.jspecify.annotations.NullMarked;
