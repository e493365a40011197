/**
 * Reads and writes HARC's XML messages. Start at {@link
 * org.touchpaper.harc.client.xml.HarcMessageXml}. Acceptors pass on two texts unread: a client's
 * actions for a resource manager ({@link org.touchpaper.harc.client.xml.HarcActionXml}) and the
 * note of its vote ({@link org.touchpaper.harc.client.xml.VoteNoteXml}). All input is read by
 * {@link org.touchpaper.harc.client.xml.ValidatingXmlReader}: no document type, bounded depth and
 * size, validated against the schema. Depends on harc-protocol, the model and the schema's
 * bindings.
 */
@NullMarked
package org.touchpaper.harc.client.xml;

import org.jspecify.annotations.NullMarked;
