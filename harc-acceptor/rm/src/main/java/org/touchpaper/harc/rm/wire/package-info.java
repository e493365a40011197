/**
 * How a resource manager is spoken with: {@link org.touchpaper.harc.rm.wire.AcceptorStreams} keeps
 * a stream to each acceptor that listens for them, for what they say and for votes. The rest is
 * HARC's XML over HTTP: {@link org.touchpaper.harc.rm.wire.HarcEndpoints} is where clients come in,
 * and acceptors without a stream, {@link org.touchpaper.harc.rm.wire.AcceptorsOverHttp} the way out
 * to these; {@link org.touchpaper.harc.rm.wire.WorkXml} reads actions and writes notes.
 */
@NullMarked
package org.touchpaper.harc.rm.wire;

import org.jspecify.annotations.NullMarked;
