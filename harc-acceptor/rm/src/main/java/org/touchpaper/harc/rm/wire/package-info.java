/**
 * HARC's XML over HTTP at a resource manager: {@link org.touchpaper.harc.rm.wire.HarcEndpoints} is
 * where acceptors and clients come in, {@link org.touchpaper.harc.rm.wire.AcceptorsOverHttp} the
 * way out to the acceptors, {@link org.touchpaper.harc.rm.wire.WorkXml} reads actions and writes
 * notes.
 */
@NullMarked
package org.touchpaper.harc.rm.wire;

import org.jspecify.annotations.NullMarked;
