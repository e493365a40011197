/**
 * The transport of a resource manager. {@link
 * org.touchpaper.harc.rm.transport.StreamAcceptorClients} keeps a stream to each acceptor that
 * accepts one, for messages in both directions. Everything else is HARC's XML over HTTP: {@link
 * org.touchpaper.harc.rm.transport.HarcController} serves clients and acceptors without a stream
 * (clients in the same process call {@link org.touchpaper.harc.rm.transport.QueryService}), {@link
 * org.touchpaper.harc.rm.transport.HttpAcceptorClients} calls these, and {@link
 * org.touchpaper.harc.rm.transport.XmlWorkCodec} reads actions and writes notes. Depends on {@link
 * org.touchpaper.harc.rm.voting} and {@link org.touchpaper.harc.rm.scheduler}.
 */
@NullMarked
package org.touchpaper.harc.rm.transport;

import org.jspecify.annotations.NullMarked;
