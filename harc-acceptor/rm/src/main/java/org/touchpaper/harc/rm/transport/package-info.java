/**
 * The transport of a resource manager. {@link
 * org.touchpaper.harc.rm.transport.StreamAcceptorClients} keeps a stream to each acceptor, for
 * messages in both directions. {@link
 * org.touchpaper.harc.rm.transport.ResourceManagerQueryController} serves clients over HTTP
 * (clients in the same process call {@link org.touchpaper.harc.rm.transport.QueryService}), and
 * {@link org.touchpaper.harc.rm.transport.XmlActionAndVoteNoteCodec} reads actions and writes
 * notes. Depends on {@link org.touchpaper.harc.rm.voting} and {@link
 * org.touchpaper.harc.rm.scheduler}.
 */
@NullMarked
package org.touchpaper.harc.rm.transport;

import org.jspecify.annotations.NullMarked;
